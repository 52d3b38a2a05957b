import { isRecord, parseJson } from '../lib/json.ts'
import type { ToolResult } from '../schema/session-event.ts'
import { withoutTags } from './tool-blocks.ts'

export type ClineFacts = Pick<ToolResult, 'text' | 'flag' | 'exitCode' | 'status'>

/**
 * Reads the outcome of a call from the text of its result. Cline and its relatives keep no flag for success, so this
 * never says ok; it believes only sentences of the harness.
 */
export const readClineText = (text: string, isError: boolean): ClineFacts => {
  const wrapped = WRAPPED.exec(text.slice(0, 200))
  if (wrapped !== null) return { text: text.slice(wrapped[0].length).replace(/\n<\/error>\s{0,8}$/, ''), flag: 'error' }
  const head = text.slice(0, HEAD_CHARS)
  const record = head.startsWith('{"status"') && text.length < HEAD_CHARS ? parseJson(text) : undefined
  const status = isRecord(record) ? record.status : undefined
  if (status === 'denied' || DENIED.test(head)) return { text, status: 'rejected' }
  if (head.startsWith('Command is still running')) return { text, status: 'running' }
  const command = EXECUTED.exec(head)
  if (command !== null) {
    const [whole, code] = command
    const output = text.slice(whole.length)
    return code === undefined ? { text: output } : { text: output, exitCode: Number(code) }
  }
  return isError || status === 'error' || FAILED.test(head) ? { text, flag: 'error' } : { text }
}

const HEAD_CHARS = 2_000
const DENIED = /^The user denied this operation/
/** Roo and Kilo write the code, Cline does not. */
const EXECUTED =
  /^Command executed(?: in (?:terminal within working directory )?'[^'\n]{0,500}')?\.(?: ?(?:Command execution was not successful[^\n]{0,100}\n)?(?:Exit code: (-?\d{1,10})|Exit code: <undefined[^\n]{0,40})?)?\n{0,2}(?:Output:\n)?/
const WRAPPED = /^The tool execution failed with the following error:\n<error>\n/
const FAILED =
  /^Missing value for required parameter|^Error(?: \w+ing [^\n]{0,60})?: |^Access to \S{1,300} is blocked by|^Command execution blocked by/

/** Where the harness says that the session works. */
export const directoryIn = (text: string): string | undefined =>
  /# Current (?:Working|Workspace) Directory \(([^)\n]{1,1000})\)/.exec(text.slice(0, DETAILS_CHARS))?.[1]

const DETAILS_CHARS = 200_000

/** Tags around what a person typed. */
const PERSONS = ['task', 'user_message', 'feedback', 'answer', 'user_input']
/** What the harness adds to a message. */
const ADDED = ['environment_details', 'explicit_instructions', 'system_reminder']

/** What of a user's text a person said; empty: nothing. */
export const personsWords = (text: string, isFirst: boolean): string => {
  const words = withoutTags(text, ADDED)
  const tagged = PERSONS.flatMap((tag) => insideOf(words, tag))
  if (tagged.length > 0) return tagged.join('\n')
  if (words.startsWith('[') && !isFirst) return ''
  return words
}

const insideOf = (text: string, tag: string): string[] => {
  const open = new RegExp(`<${tag}(?: [^>\\n]{0,80})?>`).exec(text)
  if (open === null) return []
  const start = open.index + open[0].length
  const end = text.indexOf(`</${tag}>`, start)
  const words = text.slice(start, end < 0 ? undefined : end).trim()
  return words === '' ? [] : [words]
}

/** `[execute_command for 'npm test'] Result:` and what follows it, as versions write it whose models call tools in XML. */
export const readXmlResult = (text: string): { tool: string; rest: string } | undefined => {
  const tool = /^\[([a-z_]{2,60})/.exec(text)?.[1]
  if (tool === undefined) return undefined
  const head = text.slice(0, LABEL_CHARS)
  const at = head.indexOf('] Result:')
  return at < 0 ? undefined : { tool, rest: text.slice(at + '] Result:'.length).replace(/^\n/, '') }
}

const LABEL_CHARS = 8_000

/** The call that a model wrote as XML in what it said, where it wrote one. */
export const readXmlCall = (
  text: string,
): { tool: string; args: Record<string, string>; before: string } | undefined => {
  const open = /<([a-z]{2,20}_[a-z_]{2,40})>\n/.exec(text)
  const tool = open?.[1]
  if (open === null || tool === undefined || !XML_TOOLS.has(tool)) return undefined
  const end = text.indexOf(`</${tool}>`, open.index)
  const body = text.slice(open.index + open[0].length, end < 0 ? undefined : end)
  const args: Record<string, string> = {}
  for (let at = 0, count = 0; count < MOST_PARAMETERS; count++) {
    const name = /<([a-z_]{1,40})>/.exec(body.slice(at))
    if (name?.[1] === undefined) break
    const start = at + name.index + name[0].length
    const close = body.indexOf(`</${name[1]}>`, start)
    args[name[1]] = body.slice(start, close < 0 ? undefined : close).trim()
    if (close < 0) break
    at = close + name[1].length + 3
  }
  return { tool, args, before: text.slice(0, open.index).trim() }
}

const MOST_PARAMETERS = 20

const XML_TOOLS: ReadonlySet<string> = new Set(
  (
    'execute_command read_file write_to_file replace_in_file apply_diff insert_content search_and_replace search_files list_files ' +
    'list_code_definition_names browser_action use_mcp_tool access_mcp_resource ask_followup_question attempt_completion ' +
    'plan_mode_respond new_task switch_mode codebase_search update_todo_list fetch_instructions web_fetch load_mcp_documentation'
  ).split(' '),
)
