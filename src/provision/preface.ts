import { CONVENTIONS_HEADING, NOT_THIS_SESSION } from '../schema/seed.ts'
import { recoveriesText } from './recovery-text.ts'
import type { Seed } from './seed.ts'

type Preface = Pick<Seed, 'addendum' | 'conventions' | 'style' | 'preferredTools'>

/**
 * What a session should know besides examples: the addendum, conventions, how the user talks, preferred tools. A
 * sentence before them says what they are not, unless there are only a person's own words.
 */
export const prefaceParts = (
  { addendum, conventions, style, preferredTools }: Preface,
  { isFollowed }: { isFollowed: boolean },
): string[] => {
  const isFound = isFollowed || conventions.length > 0 || style !== '' || preferredTools.length > 0
  const parts: string[] = isFound ? [NOT_THIS_SESSION] : []
  if (addendum !== '') parts.push(addendum)
  if (conventions.length > 0) parts.push([CONVENTIONS_HEADING, ...conventions.map((text) => `- ${text}`)].join('\n'))
  if (style !== '') parts.push(style)
  if (preferredTools.length > 0) parts.push(`Preferred tools: ${preferredTools.join(', ')}.`)
  return parts
}

/**
 * The preface of the history form, with the recoveries at its end. Empty if there is nothing to tell, because each
 * example says for itself what it is.
 */
export const prefaceText = (seed: Seed): string => {
  const { addendum, conventions, style, preferredTools, exchanges, recoveries } = seed
  if (addendum === '' && conventions.length + recoveries.length === 0 && style === '' && preferredTools.length === 0)
    return ''
  const parts = prefaceParts(seed, { isFollowed: exchanges.length + recoveries.length > 0 })
  return [...parts, ...(recoveries.length === 0 ? [] : [recoveriesText(recoveries)])].join('\n\n')
}
