import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from './judge.ts'

const CASES: [tool: string, result: string, expected: string][] = [
  // the user
  ['AskUserQuestion', 'The user wants to clarify these questions.\n  (none)', 'error user-rejected user'],
  ['mcp__desk__ring', 'user rejected MCP tool call', 'error user-rejected user'],
  // results that never came
  ['Agent', '[Tool result missing due to internal error]', 'error result-lost environment'],
  ['Bash', '[Tool call interrupted: the session ended]', 'error result-lost environment'],
  // permission
  [
    'Bash',
    `Permission to use Bash with command cd a &&\nrm ${'x'.repeat(900)} has been denied.`,
    'error permission-refused environment',
  ],
  [
    'WebFetch',
    'some-model is temporarily unavailable, so auto mode cannot determine the safety of WebFetch right now.',
    'error permission-refused environment',
  ],
  ['Bash', 'Auto mode could not evaluate this action.', 'error permission-refused environment'],
  [
    'Bash',
    "Output redirection to '/out.log' was blocked. For security, only …",
    'error permission-refused environment',
  ],
  ['Bash', "mv targeting '/etc/a' was blocked. For security, only …", 'error permission-refused environment'],
  ['Bash', "cd in '/up' was blocked. For security, only …", 'error permission-refused environment'],
  ['Bash', 'Only read-only shell commands are permitted here', 'error permission-refused environment'],
  ['Bash', 'PreToolUse:Bash [sh guard.sh] hook error: not on Fridays', 'error permission-refused environment'],
  ['Bash', 'Execution stopped by PreToolUse hook: over', 'error permission-refused environment'],
  ['Edit', 'Hook PreToolUse:Edit denied this tool', 'error permission-refused environment'],
  ['Read', 'File is in a directory that is denied by your settings.', 'error permission-refused environment'],
  ['Read', 'Refusing to read /link: it leads elsewhere now', 'error permission-refused environment'],
  ['Bash', 'Blocked: sleep 90 followed by: ls', 'error permission-refused environment'],
  // servers
  [
    'mcp__a__b',
    'tool call error: tool call failed for `a/b`\n\nCaused by: Transport closed',
    'error could-not-start environment',
  ],
  [
    'mcp__a__b',
    'MCP tool "b" response (70003 tokens) exceeds maximum allowed tokens (25000).',
    'error could-not-start environment',
  ],
  ['list_mcp_resources', "resources/list failed: unknown MCP server 'a'", 'error could-not-start environment'],
  ['mcp__a__b', "Input validation error: 'name' is a required property", 'error invalid-arguments agent'],
  ['mcp__a__b', '2 validation errors for call[b]\nname\n  Missing', 'error invalid-arguments agent'],
  // not failures
  [
    'Bash',
    'Command did not complete within its 5s timeout and was moved to the background (ID: 1)',
    'ok background-started',
  ],
  [
    'mcp__a__b',
    'Error: result (91,350 characters across 20 lines) exceeds maximum allowed tokens. Output has been saved to /f.txt.',
    'ok output-saved-to-file',
  ],
  // words that belong to one tool only
  ['Agent', 'Blocked: I need a decision about the schema.', 'ok agent-answered'],
  ['WebFetch', 'This command requires a running daemon.\n\nSee below.', 'ok page-answered'],
  ['WebFetch', 'A React hook error means that …', 'ok page-answered'],
]

for (const [tool, result, expected] of CASES) {
  test(`${tool}: ${JSON.stringify(result.slice(0, 60))} is ${expected}`, () => {
    const verdict = judge({ tool, args: {}, result })
    assert.equal([verdict.outcome, verdict.rule, verdict.cause].filter(Boolean).join(' '), expected)
  })
}
