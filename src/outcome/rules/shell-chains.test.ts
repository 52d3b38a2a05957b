import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '../judge.ts'

const GCC = "a.c:1:2: error: expected ';'\n    1 | int a\n      |      ^\n      |      ;\n"

/** Which command of a line the output is of, and what it says about those before. */
const CHAINS: [command: string, output: string, expected: string][] = [
  ['echo "== todo" && grep -n zebra a.txt', '== todo\n', 'error no-match'],
  ['pwd && grep -n zebra a.txt', '/p\n', 'error no-match'],
  ['pwd && grep -n zebra a.txt', '/p\n3:zebra\n', 'ok printed-data'],
  ['pwd && git diff', '/p\n', 'ok silent-success'],
  ['pwd && diff a b', '/p\n1c1\n< a\n---\n> b\n', 'error findings-reported'],
  ['pwd && diff a b', '/p\n', 'ok silent-success'],
  ['diff a b && git status --short', '1c1\n< a\n---\n> b\n', 'error findings-reported'],
  ['gcc a.c && git status --short', GCC, 'error code-has-errors'],
  ['make && git log --oneline -1', 'cc a.c\n1a2b3c4 fix the error\n', 'ok printed-data'],
  ['make && cat notes.txt', `${GCC}the end\n`, 'ok printed-data'],
  ['set -o pipefail; ./pack.sh 2>&1 | tail -5', 'go\ncp: a: No such file or directory\n', 'error error-line-last'],
  ['./pack.sh 2>&1 | tail -5', 'go\ncp: a: No such file or directory\n', 'ok printed-data'],
  ['make && ./pack.sh 2>&1 | tail -5', 'go\ncp: a: No such file or directory\n', 'ok printed-data'],
  ['set -o pipefail; diff a b | head -2', '1c1\n< a\n', 'error findings-reported'],
  ['git show HEAD:gone 2>/dev/null', '', 'error complaint-dropped'],
  ['node go.mjs', 'go\nError: no luck\n    at main (go.mjs:3:9)\n', 'error short-complaint'],
  ['node go.mjs', 'Error: no luck\n    at main (go.mjs:3:9)\nwent on\n', 'ok exception-caught'],
  [
    'node -e "try { a() } catch (e) { console.error(e) }"',
    'Error: no luck\n    at [eval]:1:9\n',
    'ok exception-caught',
  ],
  [
    'node -e "a().catch((e) => { console.error(e); process.exit(1) })"',
    'Error: no luck\n    at [eval]:1:9\n',
    'error error-line-first',
  ],
  ['oxlint gone', 'No files found to lint.\nFinished in 2ms\n', 'error checks-failed'],
]

for (const [command, result, expected] of CHAINS) {
  test(`${command} that prints ${JSON.stringify(result)}: ${expected}`, () => {
    const { outcome, rule } = judge({ tool: 'shell_command', args: { command }, result })
    assert.equal(`${outcome} ${rule}`, expected)
  })
}
