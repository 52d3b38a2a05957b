import type { Cause } from '../schema/outcome.ts'
import type { ToolFamily } from './tool-facts.ts'

export interface Sentence {
  rule: string
  pattern: RegExp
  outcome: 'error' | 'ok' | 'unknown'
  cause?: Cause
  /** Absent: said by any tool. Words that a page or a report may open with count for one family only. */
  family?: ToolFamily
}

const startsWith = (starts: string[]): RegExp => new RegExp(`^\\s{0,8}(?:Error: )?(?:${starts.join('|')})`)

const error = (rule: string, cause: Cause, ...starts: string[]): Sentence => ({
  rule,
  pattern: startsWith(starts),
  outcome: 'error',
  cause,
})

const shellError = (rule: string, cause: Cause, ...starts: string[]): Sentence => ({
  ...error(rule, cause, ...starts),
  family: 'shell',
})

const fine = (rule: string, pattern: RegExp): Sentence => ({ rule, pattern, outcome: 'ok' })

/** What Claude Code, Codex, pi, OpenClaw and Hermes say in place of a result. The first that matches counts. */
export const SENTENCES: readonly Sentence[] = [
  error(
    'user-rejected',
    'user',
    "The user (?:doesn't|does not) want to (?:proceed|take this action)",
    'The user (?:rejected|declined|denied|cancell?ed)',
    'The user wants to clarify these questions',
    'User (?:rejected|declined|denied|cancell?ed|aborted)',
    'user (?:rejected|cancell?ed) MCP tool call',
    'Tool use (?:was )?(?:rejected|denied)',
    'The user has (?:rejected|declined|denied)',
    'The agent proposed a plan that was rejected',
    '(?:patch|exec command|command|tool call|edit) rejected by (?:the )?user(?! approval)',
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
  error('result-lost', 'environment', '\\[Tool (?:call interrupted: |result missing )'),
  error(
    'permission-refused',
    'environment',
    'Permission to use \\w{1,60} with command ',
    'The user has specified a rule which prevents you ',
    'Permission (?:to|for) [^]{1,300}? (?:has been|was) (?:auto-)?denied',
    'Claude requested permissions? ',
    '[^\\n]{1,80} is temporarily unavailable[^\\n]{0,40}, so auto mode cannot determine the safety of ',
    'Auto mode (?:could not evaluate|cannot determine|classifier) ',
    'Tool permission (?:request|stream)',
    'Tool execution denied by policy',
    "[^\\n']{1,60} (?:in|to|from|on|targeting) '[^\\n]{1,300}? (?:was|is) blocked",
    'File is in a directory that is denied',
    'Refusing to (?:read|write|edit|delete) ',
    'BLOCKED: ',
    'This session is isolated in the worktree [^\\n]{1,400}?, but this command ',
    // Our own agent.
    'not allowed \\([^\\n]{1,300}?\\): it needs a person',
    '(?:Pre|Post)ToolUse\\b.{0,200}hook (?:error|denied|blocked|returned|stopped)',
    'Execution stopped by \\w{1,40} hook',
    'Hook \\w{1,40}:\\S{1,60} (?:denied|blocked)',
    '\\w{1,40} operation blocked by hook',
    '(?:exec_command|shell|shell_command) failed(?: for .{1,400}?)?: .{0,40}(?:Rejected|Sandbox)',
    'Stream closed\\s*$',
  ),
  error(
    'request-failed',
    'environment',
    'Unable to verify if domain ',
    '[Nn]etwork access (?:is|has been|was) (?:disabled|blocked|denied|restricted|not allowed)',
  ),
  // Codex: what the settings of its sandbox forbid is not the user's no.
  error(
    'permission-refused',
    'environment',
    '(?:patch|exec command|command) rejected: writing ',
    '(?:patch|exec command|command) rejected[^\\n]{0,200}(?:sandbox|approval (?:settings|policy))',
  ),
  shellError(
    'permission-refused',
    'environment',
    'This (?:Bash )?command (?:requires|contains|needs)',
    'Only read-only shell commands ',
    'Blocked: ',
  ),
  // The wrapper says only that the command failed inside a sandbox; why is told by the output it quotes.
  error(
    'sandbox-failure',
    'environment',
    'failed in sandbox .{0,60}execution error: (?:sandbox error: )?(?:command timed out|timeout)',
  ),
  { rule: 'sandbox-exit', pattern: /^(?:failed in sandbox |sandbox error: |exec error: )/, outcome: 'error' },
  error(
    'timed-out',
    'environment',
    '[Cc]ommand timed out after ',
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
    'Input validation error: ',
    '\\d{1,3} validation errors? for \\w',
    'Invalid tool (?:parameters|arguments|input)',
    'failed to parse (?:function )?arguments',
    'Validation failed for tool',
    'Invalid arguments? (?:for|to) ',
    'The required parameter ',
    '[Mm]issing required (?:parameter|argument|field)',
    'params must have required property',
    'MCP error -3260',
  ),
  error(
    'could-not-start',
    'environment',
    '(?:exec_command|shell|write_stdin|shell_command) failed',
    'execution error: ',
    'MCP error ',
    'MCP server [^\\n]{1,100} (?:is not connected|not found|connection |failed |timed out)',
    'MCP tool [^\\n]{1,100} response \\([\\d,]{1,12} tokens\\) exceeds',
    'Server "[^"\\n]{1,80}" is not connected',
    'tool call error: ',
    'resources/\\w{1,20} failed: ',
    'Streamable HTTP error: ',
  ),
  fine(
    'background-started',
    /^(?:Command (?:running|was (?:manually )?(?:moved|backgrounded)) in(?:to)? (?:the )?background|Command did not complete within [^\n]{1,40} and was moved to the background|Command was manually backgrounded|Monitor started|Background process started)/,
  ),
  fine('completed-without-output', /^\((?:Bash|PowerShell|Command) completed with no output\)/),
  fine('completed-without-output', /^Tool ran without output or errors/),
  // Claude Code opens this one with "Error:" as well, though all of the answer is there, in a file.
  fine(
    'output-saved-to-file',
    /^(?:<persisted-output>|(?:Error: )?result \([\d,.]{1,15} characters[^)\n]{0,40}\) exceeds maximum allowed tokens\. Output has been saved)/,
  ),
]
