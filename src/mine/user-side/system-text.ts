import type { Template } from '../../schema/listing/template.ts'
import { cleanText, isInstruction } from '../../trust/text.ts'
import { hasAddress } from '../../trust/words/typed.ts'
import { isSystem, toldByOthers, withoutPlaces } from './conventions.ts'
import type { UserSession } from './user-session.ts'

export type SystemText = { text: string; leftOut: Template['leftOut'] } | { reason: string }

/**
 * The system message that these sessions share: that of the newest session, without lines that no other independent
 * session has. Sessions are left out if their message holds words of others, or if they worked in a stranger's files,
 * which agents put into that message. Lines that talk a model out of its rules or lead to an address are left out too.
 */
export const sharedSystemText = (
  sessions: readonly UserSession[],
  { isForeign }: { isForeign: (session: UserSession['session']) => boolean },
): SystemText => {
  const told = sessions.flatMap((each) => {
    const lines = toldByOthers(each.session) ? [] : systemLines(each)
    return lines.length === 0 ? [] : [{ session: each.session, lines }]
  })
  if (told.length === 0) return { reason: 'none of these sessions recorded a system message' }
  const own = told.filter(({ session }) => !isForeign(session))
  if (own.length === 0) return { reason: 'all of these sessions began beside files that came from elsewhere' }
  const families = new Map<string, Set<string>>()
  for (const { session, lines } of own)
    for (const line of lines) families.set(line, (families.get(line) ?? new Set()).add(session.family))
  const isShared = (line: string): boolean => (families.get(line)?.size ?? 0) >= FEWEST_FAMILIES
  const newest = own.find(({ lines }) => lines.some((line) => line !== '' && isShared(line)))
  if (newest === undefined) return { reason: 'no line of a system message is in two independent sessions' }
  return gated(newest.lines, isShared)
}

const FEWEST_FAMILIES = 2
/** The length up to which the store keeps a message. */
const MOST_CHARS = 8_000

/** The lines as they were written, with blank lines between parts. */
const systemLines = ({ session, input }: UserSession): string[] => {
  const text = input.turns.find(isSystem)?.text ?? ''
  const lines = withoutPlaces(cleanText(text), session)
    .split('\n')
    .map((line) => line.trimEnd())
  return lines.some((line) => line !== '') ? lines : []
}

const gated = (lines: readonly string[], isShared: (line: string) => boolean): SystemText => {
  const counts = new Map<string, number>()
  const kept = lines.filter((line) => {
    const reason = line === '' ? undefined : refusalOf(line, isShared)
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1)
    return reason === undefined
  })
  // An order can be split over two lines so that neither line alone is one. So the whole text is checked again.
  if (isInstruction(kept.join('\n'))) return { reason: 'their system message talks a model out of its rules' }
  const text = within(kept)
  if (text === '') return { reason: 'no line of their system message may be passed on' }
  return { text, leftOut: [...counts].map(([reason, count]) => ({ reason, count })) }
}

const refusalOf = (line: string, isShared: (line: string) => boolean): string | undefined => {
  if (!isShared(line)) return 'line of the system message that one session alone was told'
  if (isInstruction(line)) return 'line of the system message that talks a model out of its rules'
  return hasAddress(line) ? 'line of the system message with an address' : undefined
}

/** As many whole lines as fit. Several blank lines become one. */
const within = (lines: readonly string[]): string => {
  let text = ''
  let isApart = false
  for (const line of lines) {
    if (line === '') {
      isApart = true
      continue
    }
    const longer = text === '' ? line : `${text}${isApart ? '\n\n' : '\n'}${line}`
    if (longer.length > MOST_CHARS) break
    text = longer
    isApart = false
  }
  return text
}
