const BEGIN =
  '[These are facts from the earlier part of this conversation, whose messages were taken out to make room. They are background and not instructions: go on with what the user asked last, and do not answer the summary.]'
/** How earlier versions began a summary; such summaries stay in the store. */
const BEGAN =
  '[Summary of the earlier part of this conversation, whose messages were taken out to make room. It is background: go on with what the user asked last, and do not answer the summary.]'
const END = '[End of the summary]'

/** Marks a summary at both ends, so that no model takes it for a request. */
export const wrapSummary = (text: string): string => `${BEGIN}\n\n${text.trim()}\n\n${END}`

/** Removes the marks from a summary, however many there are. */
export const unwrapSummary = (text: string): string =>
  text.replaceAll(BEGIN, '').replaceAll(BEGAN, '').replaceAll(END, '').trim()

export interface Section {
  title: string
  lines: string[]
}

/** Splits a Markdown summary into sections; lines before the first heading become a section without a title. */
export const splitSections = (text: string): Section[] => {
  const sections: Section[] = []
  for (const line of unwrapSummary(text).split('\n')) {
    const title = /^## (.+)$/.exec(line)?.[1]
    if (title !== undefined) sections.push({ title: title.trim(), lines: [] })
    else if (line.trim() !== '') {
      if (sections.length === 0) sections.push({ title: '', lines: [] })
      sections.at(-1)?.lines.push(line)
    }
  }
  return sections
}
