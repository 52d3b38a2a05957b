import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '../judge.ts'

type Case = [command: string, output: string, expected: string]

/** How runners, checkers and interpreters of many kinds end a run that failed. */
const FAILED_RUNS: Case[] = [
  [
    'npx playwright test',
    '  ✓  1 a.spec.ts › home\n  ✘  2 a.spec.ts › out\n\n  1 failed\n    a.spec.ts\n  1 passed (2s)\n',
    'tests-failed expected',
  ],
  ['npx cypress run', '  (Run Finished)\n\n  ✖  1 of 2 failed (50%)  00:05\n', 'tests-failed expected'],
  ['npx nx test shop', ' NX   Ran target test\n\n    ✖  1/1 failed\n', 'tests-failed expected'],
  ['xcodebuild test', 'Testing started\n** TEST FAILED **\n', 'tests-failed expected'],
  ['flutter test', '00:01 +2 -1: Some tests failed.\n', 'tests-failed expected'],
  [
    'ctest',
    '50% tests passed, 1 tests failed out of 2\n\nThe following tests FAILED:\n\t 1 - a\n',
    'tests-failed expected',
  ],
  [
    'pytest -q',
    "ImportError while loading conftest '/p/conftest.py'.\nconftest.py:3: in <module>\n    import frob\n",
    'tests-failed expected',
  ],
  ['pytest -q -k zebra', '\n2 deselected in 0.08s\n', 'tests-failed expected'],
  ['oxlint', '  × no-debugger\n\nFound 0 warnings and 1 error.\nFinished in 5ms\n', 'checks-failed expected'],
  ['markdownlint-cli2 a.md', 'Summary: 2 error(s)\na.md:3 MD013\n', 'checks-failed expected'],
  ['npx svelte-check', 'svelte-check found 2 errors and 1 warning in 2 files\n', 'checks-failed expected'],
  ['flutter analyze', '  error • odd • lib/a.dart:1:1\n\n1 issue found. (ran in 1.2s)\n', 'checks-failed expected'],
  ['sqlfluff lint a.sql', '== [a.sql] FAIL\nL:   1 | P:   1 | LT01\nAll Finished!\n', 'checks-failed expected'],
  ['npx knip', 'Unused files (1)\nsrc/a.ts\n', 'checks-failed expected'],
  ['buf lint', 'a/b.proto:3:1:Package name "b" should be suffixed\n', 'code-has-errors agent'],
  ['cmake ..', '-- The C compiler is GNU\n-- Configuring incomplete, errors occurred!\n', 'code-has-errors agent'],
  [
    'php a.php',
    'PHP Fatal error:  Uncaught Error: no b() in a.php:1\nStack trace:\n#0 {main}\n  thrown in a.php on line 1\n',
    'code-has-errors agent',
  ],
  ['npx turbo run build', 'Failed:    shop#build\n\n ERROR  run failed: command  exited (1)\n', 'runner-failed agent'],
  [
    'composer install',
    'Your requirements could not be resolved to an installable set of packages.\n\n  Problem 1\n',
    'runner-failed agent',
  ],
  [
    'ansible-playbook a.yml',
    'PLAY RECAP\nbox : ok=3 changed=1 unreachable=0 failed=1 skipped=0\n',
    'runner-failed agent',
  ],
  ['elixir a.exs', '** (RuntimeError) boom\n    a.exs:1: (file)\n', 'crashed agent'],
  ['ruby a.rb', "a.rb:1:in `<main>': boom (RuntimeError)\n", 'crashed agent'],
  ['lua a.lua', 'lua: a.lua:1: attempt to call a nil value\nstack traceback:\n\t[C]: in ?\n', 'crashed agent'],
  ['python3 -m json.tool a.json', 'Extra data: line 1 column 5 (char 4)\n', 'crashed agent'],
  [
    'cargo run -- list',
    '    Finished `dev` profile target(s) in 0.1s\n     Running `target/debug/a list`\nError: no list\n',
    'error-line-last agent',
  ],
  ['./release.sh', 'packing\ncp: a.tgz: No such file or directory\n', 'error-line-last agent'],
  ['./release.sh', 'Usage: release.sh VERSION\n', 'usage-shown agent'],
  ['npm audit', '# npm audit report\n\nfrob  <3.0.3\n\n1 high severity vulnerability\n', 'findings-reported expected'],
  ['npm outdated', 'Package  Current  Wanted  Latest\nfrob  1.0.0  1.0.1  2.0.0\n', 'findings-reported expected'],
  ['npm ls frob', 'shop@1.0.0 /p\n└── (empty)\n', 'findings-reported expected'],
  ['gh run watch 12 --exit-status', 'X main CI · 12\n\nJOBS\nX build in 1m2s (ID 1)\n', 'findings-reported expected'],
  [
    'npx eslint a --max-warnings 0',
    '✖ 1 problem (0 errors, 1 warning)\n\nESLint found too many warnings (maximum: 0).\n',
    'checks-failed expected',
  ],
  ['gh pr merge 5', 'X Pull request a/b#5 is not mergeable: the policy prohibits it.\n', 'own-complaint agent'],
  ['sudo ls /root', 'sudo: a password is required\n', 'own-complaint environment'],
]

/** The complaint follows data that did not end with a line break. */
const GLUED: Case[] = [
  ['gh api repos/a/b', '{"message":"Not Found","status":"404"}gh: Not Found (HTTP 404)\n', 'own-complaint agent'],
  ["curl -sS -o /dev/null -w '%{http_code}' http://a", '000curl: (7) Failed to connect\n', 'own-complaint agent'],
  ['cat a.txt gone.txt', 'no line breakcat: gone.txt: No such file or directory\n', 'own-complaint agent'],
]

/** What others have written, counts of failures, and help that was asked for. */
const FINE: Case[] = [
  ['docker logs box', 'ERROR: no database\n', 'printed-data'],
  ['docker exec box cat a.log', 'error: old news\n', 'printed-data'],
  ['kubectl logs pod', 'Error: boom\n', 'printed-data'],
  ['python tally.py', 'Processed 100 rows\nFailed: 3\nError rate: 3%\n', 'no-complaint'],
  ['node tally.js', 'error: 0\nrows: 9\n', 'no-complaint'],
  ['./serve.py', '[ERROR] try 1 of 3\ntry 2\nconnected\nserved 4 pages\n', 'no-complaint'],
  ['./release.sh --help', 'Usage: release.sh VERSION\n', 'no-complaint'],
  ['git ls-remote origin feature', '', 'silent-success'],
  ['npm ls', 'shop@1.0.0 /p\n└── (empty)\n', 'no-complaint'],
  ['gh api repos/a/b/issues', '[{"body":"it said gh: Not Found (HTTP 404) to me"}]\n', 'printed-data'],
]

for (const [command, result, expected] of [...FAILED_RUNS, ...GLUED]) {
  test(`a failed run is seen by its ending: ${command}`, () => {
    const { outcome, rule, cause } = judge({ tool: 'Bash', args: { command }, result })
    assert.equal(`${outcome} ${rule} ${cause}`, `error ${expected}`)
  })
}

for (const [command, result, expected] of FINE) {
  test(`words about failures are not one: ${command}`, () => {
    const { outcome, rule } = judge({ tool: 'Bash', args: { command }, result })
    assert.equal(`${outcome} ${rule}`, `ok ${expected}`)
  })
}

const COUNTED: [output: string, outcome: string][] = [
  ['a.txt:0\nb.txt:0\n', 'error'],
  ['a.txt:0\nb.txt:2\n', 'ok'],
  ['0\n', 'error'],
]
for (const [result, outcome] of COUNTED) {
  test(`counting matches ends with ${outcome} at ${JSON.stringify(result)}`, () => {
    assert.equal(judge({ tool: 'shell', args: { command: 'grep -c zebra *.txt' }, result }).outcome, outcome)
  })
}

/** Answers of tools that run no command, in their wrappings. */
const WRAPPED: [tool: string, result: string, expected: string][] = [
  ['mcp__a__b', 'Wall time: 0.08 seconds\nOutput:\nError: boom', 'error starts-as-error'],
  ['mcp__a__b', 'Wall time: 0.08 seconds\nOutput:\n[{"type":"text","text":"Error: boom"}]', 'error starts-as-error'],
  ['mcp__a__b', '[{"type":"text","text":"{\\"error\\":\\"boom\\"}"}]', 'error field-error'],
  ['mcp__a__b', '[{"type":"text","text":"all errors are gone"}]', 'ok answered'],
  ['mcp__a__b', '[{"id":1,"error":"of a row"}]', 'ok answered'],
  ['mcp__a__b', '{"message":"Not Found","status":"404"}', 'error field-status'],
  ['mcp__a__b', 'failed to get issue: 404 Not Found', 'error starts-as-error'],
  ['mcp__a__b', 'Search error: 429', 'error starts-as-error'],
  ['view_image', 'Wall time: 0.1 seconds\nOutput:\nunable to locate image at `a`', 'error unreadable'],
  ['apply_patch', '{"output":"no such hunk","metadata":{"exit_code":1}}', 'error exit-header'],
  ['apply_patch', '{"output":"Success. Updated","metadata":{"exit_code":0}}', 'ok exit-header-zero'],
]
for (const [tool, result, expected] of WRAPPED) {
  test(`${tool} answers ${JSON.stringify(result)}: ${expected}`, () => {
    const { outcome, rule } = judge({ tool, args: {}, result })
    assert.equal(`${outcome} ${rule}`, expected)
  })
}

test('a header without an outcome is no output', () => {
  const result = 'Chunk ID: a\nWall time: 0.1 seconds\nOriginal token count: 0\nOutput:\n'
  assert.equal(judge({ tool: 'exec_command', args: { cmd: 'rg zebra' }, result }).rule, 'no-match')
})

test('a poll that finds its process running has been answered, the call that started it has not', () => {
  const result = 'Chunk ID: a\nWall time: 1.0 seconds\nProcess running with session ID 5\nOutput:\n'
  assert.equal(judge({ tool: 'write_stdin', args: { session_id: 5 }, result }).outcome, 'ok')
  assert.equal(judge({ tool: 'exec_command', args: { cmd: 'make' }, result }).outcome, 'unknown')
})
