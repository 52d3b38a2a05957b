import { CONVENTIONS_HEADING, NOT_THIS_SESSION } from '../schema/seed.ts'
import type { Seed } from './seed.ts'

type Preface = Pick<Seed, 'addendum' | 'conventions' | 'style' | 'preferredTools'>

/** What a session should know beside examples: the addendum, conventions, how the user talks, preferred tools. */
export const prefaceParts = ({ addendum, conventions, style, preferredTools }: Preface): string[] => {
  const parts: string[] = []
  if (addendum !== '') parts.push(addendum)
  if (conventions.length > 0) parts.push([CONVENTIONS_HEADING, ...conventions.map((text) => `- ${text}`)].join('\n'))
  if (style !== '') parts.push(style)
  if (preferredTools.length > 0) parts.push(`Preferred tools: ${preferredTools.join(', ')}.`)
  return parts
}

/** The preface of the history form; empty when there is nothing to tell, because each example says for itself what it is. */
export const prefaceText = (seed: Seed): string => {
  const parts = prefaceParts(seed)
  if (parts.length === 0) return ''
  return (seed.exchanges.length === 0 ? parts : [...parts, NOT_THIS_SESSION]).join('\n\n')
}
