import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '../judge.ts'

const CASES: [tool: string, result: string, expected: string][] = [
  // sentences of the harness, whatever the tool
  [
    'Edit',
    "The user doesn't want to proceed with this tool use. The tool use was rejected",
    'error user-rejected user',
  ],
  ['Bash', '[Request interrupted by user for tool use]', 'error user-interrupted user'],
  ['Read', '<tool_use_error>Sibling tool call errored</tool_use_error>', 'error never-ran not-run'],
  ['Read', 'Cancelled: parallel tool call Bash(ls) errored', 'error never-ran not-run'],
  ['Bash', 'Permission to use Bash with command rm has been denied.', 'error permission-refused environment'],
  ['Bash', 'Command timed out after 2m 0s\npartial', 'error timed-out environment'],
  ['bash', 'some output\n\n\nCommand aborted', 'error user-interrupted user'],
  ['Frob', 'No such tool available: Frob', 'error no-such-tool agent'],
  ['Grep', 'InputValidationError: Grep failed due to the following issue', 'error invalid-arguments agent'],
  ['Bash', 'Command running in background with ID: b1', 'ok background-started'],
  ['Bash', '(Bash completed with no output)', 'ok completed-without-output'],
  // reading
  ['Read', '     1→Error: this is a file\n     2→fatal', 'ok numbered-lines'],
  ['Read', '1\timport x\n2\t', 'ok numbered-lines'],
  ['Read', 'File does not exist. Did you mean a.ts?', 'error unreadable agent'],
  ['Read', 'File content (31000 tokens) exceeds maximum allowed tokens (25000).', 'error unreadable agent'],
  ['Read', 'EACCES: permission denied, open "/x"', 'error unreadable environment'],
  ['read', 'const a = 1\nthrow new Error("not found")\n', 'ok file-contents'],
  ['view_image', 'unable to locate image at `/a.png`', 'error unreadable agent'],
  ['view_image', 'image path `/a` is not a file', 'error unreadable agent'],
  ['Read', 'This PDF has 44 pages, which is too many to read at once.', 'error unreadable agent'],
  ['Read', 'pdftoppm is not installed.', 'error unreadable environment'],
  ['Read', 'File unchanged since last read. Refer to the earlier result.', 'ok file-contents'],
  ['Read', 'PDF file read: /a.pdf (12KB)', 'ok file-contents'],
  // editing
  ['Edit', 'The file /a.ts has been updated. Here is the result', 'ok edit-confirmed'],
  ['Write', 'File created successfully at: /errors/not-found.ts', 'ok edit-confirmed'],
  ['edit', 'Successfully replaced text in a.ts. Changed 3 characters to 4 characters.', 'ok edit-confirmed'],
  ['Edit', 'String to replace not found in file.\nString: has been updated', 'error edit-refused agent'],
  ['Edit', 'Found 2 matches of the string to replace, but replace_all is false.', 'error edit-refused agent'],
  ['Write', 'File has not been read yet. Read it first before writing to it.', 'error edit-refused agent'],
  ['apply_patch', 'apply_patch verification failed: Failed to find expected lines in a.ts', 'error edit-refused agent'],
  [
    'apply_patch',
    '{"output":"Success. Updated the following files:\\nM a.ts\\n","metadata":{"exit_code":0}}',
    'ok exit-header-zero',
  ],
  ['Edit', 'Something nobody has seen before', 'error edit-not-confirmed agent'],
  ['NotebookEdit', 'Updated cell c1 with print(1)', 'ok edit-confirmed'],
  ['NotebookEdit', 'Cell with ID "c9" not found in notebook.', 'error edit-refused agent'],
  // searching
  ['Grep', 'No matches found', 'ok search-answered'],
  ['Grep', 'src/a.ts:3: throw new Error("failed")', 'ok search-answered'],
  ['Glob', 'No files found', 'ok search-answered'],
  ['Grep', 'Path does not exist: /gone', 'error search-refused agent'],
  ['grep', 'rg: regex parse error:\n    (\n    ^\nerror: unclosed group', 'error search-refused agent'],
  // the web
  ['WebFetch', '# Error handling\n\nErrors are values.', 'ok page-answered'],
  ['WebFetch', 'Request failed with status code 404', 'error request-failed agent'],
  ['WebFetch', 'Request failed with status code 503', 'error request-failed environment'],
  ['WebFetch', 'Unable to find a price on this page.', 'ok page-answered'],
  ['WebFetch', 'Error handling is the topic of the page.', 'ok page-answered'],
  ['WebFetch', '500 errors are explained further down.', 'ok page-answered'],
  ['WebFetch', '404 Not Found', 'error request-failed agent'],
  ['WebFetch', 'Unable to verify if domain a.test is safe to fetch.', 'error request-failed environment'],
  ['WebFetch', "Hostname/IP does not match certificate's altnames", 'error request-failed environment'],
  ['WebFetch', 'Maximum number of redirects exceeded', 'error request-failed environment'],
  ['WebSearch', 'Web search was not performed: the budget is used up', 'error request-failed environment'],
  ['browser_navigate', '{"success": false, "error": "net::ERR_NAME_NOT_RESOLVED"}', 'error field-success-false agent'],
  // agents, plans, questions
  ['Agent', 'The review found 3 errors.\n\n## Failures\n...', 'ok agent-answered'],
  ['Task', "Agent type 'painter' not found. Available agents: general", 'error agent-failed agent'],
  ['Agent', 'API Error: 529 overloaded', 'error agent-failed environment'],
  ['Agent', 'Could not find any use of the function.', 'ok agent-answered'],
  ['Agent', 'Error handling is sound: 2 remarks.', 'ok agent-answered'],
  ['Agent', 'Subagent spawn limit reached (9 of 9)', 'error agent-failed environment'],
  ['Agent', 'Budget limit reached ($5 of $5)', 'error agent-failed environment'],
  ['SendMessage', 'Agent "a" is stopped (failed) and could not be resumed: gone', 'error agent-failed agent'],
  ['spawn_agent', 'Agent depth limit reached. Solve it yourself.', 'error agent-failed environment'],
  ['spawn_agent', 'Provide one of: message or items', 'error agent-failed agent'],
  ['TodoWrite', 'Todos have been modified successfully.', 'ok acknowledged'],
  ['Skill', 'Unknown skill: paint', 'error plan-refused agent'],
  ['TaskList', 'No tasks found', 'ok acknowledged'],
  ['TaskUpdate', 'Task #9 not found', 'ok acknowledged'],
  ['ExitWorktree', 'No-op: there is no active session to exit.', 'error plan-refused agent'],
  ['EnterWorktree', 'Already in a worktree session', 'error plan-refused agent'],
  ['update_plan', 'update_plan is a TODO/checklist tool and is not allowed in Plan mode', 'error plan-refused agent'],
  ['create_goal', 'cannot create a new goal', 'error plan-refused agent'],
  ['request_user_input', 'request_user_input is unavailable in Default mode', 'error question-refused agent'],
  ['AskUserQuestion', 'User has answered your questions: "a"="b".', 'ok user-answered'],
  // code and processes
  ['execute_code', 'Traceback (most recent call last):\nNameError: x', 'error code-has-errors agent'],
  ['exec', 'Script failed\nTypeError: x', 'error script-failed agent'],
  ['KillShell', 'No shell found with ID: 7', 'error no-such-process agent'],
  ['BashOutput', '<status>running</status>\nerror in log', 'ok process-answered'],
  // tools we know nothing about
  ['book_flight', 'Error: seat not available', 'error starts-as-error agent'],
  ['book_flight', '{"id": 7, "state": "confirmed"}', 'ok answered'],
  ['mcp__x__y', 'MCP error -32000: Connection closed', 'error could-not-start environment'],
  ['mcp__x__y', '### Result\nError: page.goto: net::ERR_FAILED', 'error starts-as-error agent'],
  ['mcp__x__y', '### Result\n"Error: none"', 'ok answered'],
  ['mcp__x__y', 'Not connected', 'error starts-as-error agent'],
  ['mcp__x__y', 'HTTP 401: Unauthorized', 'error starts-as-error environment'],
  ['mcp__x__y', 'Errors in the last hour: 3', 'ok answered'],
]

for (const [tool, result, expected] of CASES) {
  test(`${tool}: ${JSON.stringify(result.slice(0, 60))} is ${expected}`, () => {
    const args = tool === 'exec' ? 'await tools.x()' : {}
    const verdict = judge({ tool, args, result })
    assert.equal([verdict.outcome, verdict.rule, verdict.cause].filter(Boolean).join(' '), expected)
  })
}

test('code mode is as good as the exit codes inside it, and unknown without any', () => {
  const judgeScript = (result: string) => judge({ tool: 'exec', args: 'await tools.x()', result }).outcome
  assert.equal(judgeScript('Script completed\n{"exit_code": 0}'), 'ok')
  assert.equal(judgeScript('Script completed\n{"exit_code": 0}\n{"exit_code": 2}'), 'error')
  assert.equal(judgeScript('Script completed\nall done'), 'unknown')
})

test('matching lines of a file may say anything; a search that could not be made does not', () => {
  const args = { pattern: 'x', output_mode: 'content', path: 'app.log' }
  const grep = (result: string) => judge({ tool: 'Grep', args, result }).outcome
  for (const line of ['Error: timeout', 'Failed to connect', 'Cannot read it']) assert.equal(grep(line), 'ok', line)
  for (const line of ['Path does not exist: /gone', 'rg: regex parse error:\n  ('])
    assert.equal(grep(line), 'error', line)
})
