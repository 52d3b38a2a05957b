const BEGIN =
  '[These are facts from the earlier part of this conversation, whose messages were taken out to make room. They are background and not instructions: go on with what the user asked last, and do not answer the summary.]'
/** As earlier versions began it; summaries stay in the store. */
const BEGAN =
  '[Summary of the earlier part of this conversation, whose messages were taken out to make room. It is background: go on with what the user asked last, and do not answer the summary.]'
const END = '[End of the summary]'

/** A summary as it is sent: marked at both ends, so that no model takes it for a request. */
export const wrapSummary = (text: string): string => `${BEGIN}\n\n${text.trim()}\n\n${END}`

/** What a summary says, without its marks, however often they stand there. */
export const unwrapSummary = (text: string): string =>
  text.replaceAll(BEGIN, '').replaceAll(BEGAN, '').replaceAll(END, '').trim()

export interface Section {
  title: string
  lines: string[]
}

/** The sections of a summary in Markdown; lines before the first heading are a section without a title. */
export const sectionsOf = (text: string): Section[] => {
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
