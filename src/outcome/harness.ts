import type { Cause } from '../schema/outcome.ts'
import { failed, ok, undecided, type Finding } from './finding.ts'

/**
 * Sentences a harness writes in place of a result, whatever the tool: refusals, cancellations, timeouts, calls it could
 * not even start. They stand at the very beginning, so contents that quote them further down are not mistaken for them.
 */
export const judgeHarnessText = (result: string): Finding | undefined => {
  const text = result.startsWith('<tool_use_error>') ? result.slice(16, 16 + SCAN_CHARS) : result.slice(0, SCAN_CHARS)
  for (const sentence of SENTENCES) {
    if (!sentence.pattern.test(text)) continue
    const evidence = firstLine(text)
    if (sentence.outcome === 'error') return failed(sentence.rule, evidence, sentence.cause)
    return sentence.outcome === 'ok' ? ok(sentence.rule, evidence) : undecided(sentence.rule, evidence)
  }
  if (result.startsWith('<tool_use_error>')) return failed('tool-use-error', firstLine(text))
  return judgeHarnessEnding(result)
}

/** The partial output of a command that was stopped ends with a line of the harness. */
const judgeHarnessEnding = (result: string): Finding | undefined => {
  const tail = result.slice(-ENDING_CHARS)
  if (tail.endsWith(ABORTED)) return failed('user-interrupted', ABORTED, 'user')
  if (!/\bCommand /.test(tail)) return undefined
  const found = /(?:^|\n)(Command (?:aborted|timed out after [^\n]{1,60}))\s*$/.exec(tail)
  if (found === null) return undefined
  const line = found[1] ?? ''
  return line.startsWith('Command aborted')
    ? failed('user-interrupted', line, 'user')
    : failed('timed-out', line, 'environment')
}

const ENDING_CHARS = 120
const ABORTED = '<error>Command was aborted before completion</error>'

/** The sentences are short; only their first words are compared. */
const SCAN_CHARS = 600

interface Sentence {
  rule: string
  pattern: RegExp
  outcome: 'error' | 'ok' | 'unknown'
  cause?: Cause
}

const error = (rule: string, cause: Cause, ...starts: string[]): Sentence => ({
  rule,
  pattern: new RegExp(`^\\s{0,8}(?:Error: )?(?:${starts.join('|')})`),
  outcome: 'error',
  cause,
})

const SENTENCES: Sentence[] = [
  error(
    'user-rejected',
    'user',
    "The user (?:doesn't|does not) want to (?:proceed|take this action)",
    'The user (?:rejected|declined|denied|cancell?ed)',
    'User (?:rejected|declined|denied|cancell?ed|aborted)',
    'Tool use (?:was )?(?:rejected|denied)',
    'The user has (?:rejected|declined|denied)',
    'The agent proposed a plan that was rejected',
    '(?:patch|exec command|command|tool call|edit) rejected by (?:the )?user',
    'BLOCKED: User denied',
    '\\[Operation Cancell?ed\\]',
    '(?:Tool call|Operation) (?:was )?(?:rejected|cancell?ed) by (?:the )?user',
  ),
  error(
    'user-interrupted',
    'user',
    '\\[Request interrupted by user',
    'aborted by user',
    '(?:Command|Operation|Request|Tool execution|Tool call|Execution) (?:was )?(?:aborted|interrupted|cancell?ed)\\b',
    '\\[?[Ii]nterrupted by (?:the )?user',
    'The user interrupted',
  ),
  error(
    'never-ran',
    'not-run',
    'Sibling tool call errored',
    'Cancell?ed: parallel tool call',
    '\\[?(?:Tool (?:call|execution) )?(?:[Ss]kipped|not (?:run|executed))\\b.{0,60}(?:previous|earlier|another|queued|sibling)',
    'Skipped due to queued user message',
  ),
  error(
    'permission-refused',
    'environment',
    'Permission (?:to|for) .{1,300}? (?:has been|was) (?:auto-)?denied',
    'Claude requested permissions? ',
    'This (?:Bash )?command (?:requires|contains|needs)',
    'Tool permission (?:request|stream)',
    'Tool execution denied by policy',
    '[\\w.-]{1,40} in .{1,300}? was blocked',
    'Blocked: ',
    'BLOCKED: ',
    '.{1,80}hook (?:error|denied|blocked|returned blocking)',
    'Hook .{1,80} (?:denied|blocked)',
    '(?:exec_command|shell|shell_command) failed(?: for .{1,400}?)?: .{0,40}(?:Rejected|Sandbox)',
    'Stream closed',
  ),
  error(
    'sandbox-failure',
    // The wrapper says only that the command failed inside a sandbox; why is told by the output it quotes.
    'environment',
    'failed in sandbox .{0,60}execution error: (?:sandbox error: )?(?:command timed out|timeout)',
  ),
  { rule: 'sandbox-exit', pattern: /^(?:failed in sandbox |sandbox error: |exec error: )/, outcome: 'error' },
  error(
    'timed-out',
    'environment',
    'Command timed out after ',
    'command timed out after ',
    'Command timed out$',
    '(?:Tool|Operation|Request|Execution) timed out',
    'Ripgrep search timed out',
  ),
  error(
    'no-such-tool',
    'agent',
    'No such tool available',
    'unsupported (?:call|custom tool call|tool)',
    'Unknown tool\\b',
    'Tool "?[\\w.:-]{1,80}"? (?:not found|does not exist|is not available)',
    "Tool '?[\\w.:-]{1,80}'? (?:not found|does not exist|is not available)",
  ),
  error(
    'invalid-arguments',
    'agent',
    'InputValidationError',
    'Invalid tool (?:parameters|arguments|input)',
    'failed to parse (?:function )?arguments',
    'Validation failed for tool',
    'Invalid arguments? (?:for|to) ',
    'The required parameter ',
    'Missing required (?:parameter|argument|field)',
    'missing required (?:parameter|argument|field)',
    'params must have required property',
    'MCP error -3260',
  ),
  error(
    'could-not-start',
    'environment',
    '(?:exec_command|shell|write_stdin|shell_command) failed',
    'execution error: ',
    'MCP error ',
  ),
  {
    rule: 'background-started',
    pattern:
      /^(?:Command (?:running|was (?:manually )?(?:moved|backgrounded)) in(?:to)? (?:the )?background|Command was manually backgrounded|Monitor started|Background process started)/,
    outcome: 'ok',
  },
  {
    rule: 'completed-without-output',
    pattern: /^\((?:Bash|PowerShell|Command) completed with no output\)/,
    outcome: 'ok',
  },
  { rule: 'completed-without-output', pattern: /^Tool ran without output or errors/, outcome: 'ok' },
  { rule: 'output-saved-to-file', pattern: /^<persisted-output>/, outcome: 'ok' },
]

export const firstLine = (text: string): string => {
  const start = text.search(/\S/)
  if (start < 0) return ''
  const end = text.indexOf('\n', start)
  return text.slice(start, end < 0 ? text.length : end)
}
