import { readToolFacts } from '../../outcome/tool-facts.ts'
import { isPlainWord } from './vocabulary.ts'

/**
 * Whether the name of an argument may be shown. Of tools that we know: names that such tools have. Of an application's own tools, whose
 * makers also name the arguments: an identifier of a few words. Tools of strangers are not shown at all (`shown-tool.ts`).
 */
export const isFieldName = (name: string, tool: string): boolean => {
  if (isPlainWord(name) || NAMES.has(name)) return IDENTIFIER.test(name)
  return readToolFacts(tool).family === 'other' && name.length <= LONGEST_CHARS && FIELD.test(name)
}

/** Arguments of agents' own tools that are not made of plain words. */
const NAMES: ReadonlySet<string> = new Set(
  'cmd run_in_background dangerouslyDisableSandbox sandbox_permissions with_escalated_permissions justification login yield_time_ms max_output_tokens replace_all subagent_type notebook_path new_source cell_id head_limit multiline allowed_domains blocked_domains prompt todos edits session_id chars bash_id shell_id task_id background check_interval pty skill'.split(
    ' ',
  ),
)

const IDENTIFIER = /^[A-Za-z_-][\w-]{0,40}$/
const LONGEST_CHARS = 40
const FIELD = /^[A-Za-z][A-Za-z0-9]{0,24}(?:[_-][A-Za-z0-9]{1,24}){0,3}$/
