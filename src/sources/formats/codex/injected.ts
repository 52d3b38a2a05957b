import { asString, isRecord } from '../../../lib/json.ts'

/** What of a user message a person typed, and what the harness put in. */
export interface UserText {
  text: string
  synthetic: boolean
}

/** Takes a user message apart: injected parts are left out unless there is nothing else, then the message is synthetic. */
export const readUserContent = (content: unknown): UserText => {
  const parts = textParts(content).filter((part) => !isImageLabel(part))
  const typed = parts.filter((part) => !isInjected(part))
  return typed.length > 0
    ? { text: withoutEditorContext(typed.join('')), synthetic: false }
    : { text: parts.join('\n'), synthetic: true }
}

/** The text of a message or of a tool's output: a string, or a list of parts whose pictures become a mark. */
export const readContent = (content: unknown): string => textParts(content).join('\n')

/** The working directory that old files record only inside the injected environment. */
export const cwdInside = (text: string): string | undefined => {
  const head = text.slice(0, ENVIRONMENT_LIMIT)
  const start = head.indexOf('<cwd>')
  const end = head.indexOf('</cwd>', start)
  return start >= 0 && end > start ? head.slice(start + '<cwd>'.length, end).trim() || undefined : undefined
}

// The environment block has a dozen short lines.
const ENVIRONMENT_LIMIT = 4_000

/** Openings of what Codex writes in the user's name: context, notices, warnings to the model. */
const INJECTED_OPENINGS = [
  '<environment_context>',
  '<user_instructions>',
  '<instructions>',
  '# agents.md instructions',
  '<turn_aborted>',
  '<subagent_notification>',
  '<skill>',
  '<user_shell_command>',
  '<hook_prompt',
  '<user_action>',
  '<goal_context>',
  '<permissions instructions>',
  '<collaboration_mode>',
  '<multi_agent_mode>',
  '<skills_instructions>',
  '<plugins_instructions>',
  '<apps_instructions>',
  '<app-context>',
  '<internal_context',
  'warning: apply_patch was requested via',
  'warning: the maximum number of unified exec',
  'another language model started to solve this problem',
]
const LONGEST_OPENING = 80

const isInjected = (text: string): boolean => {
  const head = text.slice(0, LONGEST_OPENING).trimStart().toLowerCase()
  return INJECTED_OPENINGS.some((opening) => head.startsWith(opening))
}

// Editor extensions put open files and selections in front of what was typed, under fixed headings.
const EDITOR_CONTEXT = /^# (?:Context from my IDE setup|Files mentioned by the user):/
const REQUEST_HEADING = '## My request for Codex:'

const withoutEditorContext = (text: string): string => {
  if (!EDITOR_CONTEXT.test(text)) return text
  const heading = text.indexOf(REQUEST_HEADING)
  return heading < 0 ? text : text.slice(heading + REQUEST_HEADING.length).trim()
}

// A picture stands between two text parts that only name it.
const isImageLabel = (part: string): boolean =>
  part === IMAGE_MARK || part === '</image>' || (part.startsWith('<image') && part.length < 200)

const IMAGE_MARK = '[image]'

const textParts = (content: unknown): string[] => {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  const parts: string[] = []
  for (const part of content) {
    if (!isRecord(part)) continue
    const text = asString(part.text)
    if (text !== undefined) parts.push(text)
    else if (part.type === 'input_image' || part.type === 'image') parts.push(IMAGE_MARK)
  }
  return parts
}
