import type { Template } from '../schema/listing/template.ts'

/** How the user talks to agents, in one sentence; empty if too little is known. */
export const styleOf = (user: Template['userPatterns']): string => {
  if (user === null) return ''
  const request = user.requestStyle ?? user.style
  const parts: string[] = []
  if (request !== null) parts.push(`asks in a ${REQUESTS[request]} way`)
  if (user.feedbackStyle !== null) parts.push(FEEDBACK[user.feedbackStyle])
  return parts.length === 0 ? '' : `The user ${parts.join(' and ')}.`
}

type User = NonNullable<Template['userPatterns']>

const REQUESTS: Record<NonNullable<User['requestStyle']>, string> = {
  command_driven: 'command-driven',
  conversational: 'conversational',
  terse: 'terse',
  detailed: 'detailed',
  balanced: 'balanced',
  direct: 'direct',
}

const FEEDBACK: Record<NonNullable<User['feedbackStyle']>, string> = {
  terse: 'gives short feedback',
  detailed: 'gives detailed feedback',
  corrections_only: 'speaks up only to correct',
}
