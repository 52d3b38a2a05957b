import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '../judge.ts'

type Failing = [command: string, output: string, rule: string, cause: string]

/** What the way a command line is put together says about whose failure counts. */
const FAILING_LINES: Failing[] = [
  ['./check || exit 1', 'FAIL: disk\n', 'tests-failed', 'expected'],
  ['for f in a b; do frob $f || exit 1; done', 'a fine\nerror: b is torn\n', 'error-line-last', 'agent'],
  ['make || { echo "no build today"; exit 1; }', 'cc a.c\nno build today\n', 'gave-up', 'agent'],
  ['if ! ./check; then echo "not healthy"; exit 1; fi', 'looking\nnot healthy\n', 'gave-up', 'agent'],
  ['./check > log 2>&1; code=$?; tail -1 log; exit $code', '7 run, 2 failed\n', 'tests-failed', 'expected'],
  ['cat gone.txt | grep zebra', 'cat: gone.txt: No such file or directory\n', 'no-match', 'expected'],
  ['for f in a gone; do cat $f; done', 'text\ncat: gone: No such file or directory\n', 'own-complaint', 'agent'],
  ['timeout 9 cat a.txt', 'bash: line 1: timeout: command not found\n', 'program-missing', 'environment'],
  [
    'while read l; do echo $l; done < gone.txt',
    'bash: line 1: gone.txt: No such file or directory\n',
    'shell-refused',
    'agent',
  ],
  ['type frob', 'bash: line 1: type: frob: not found\n', 'shell-refused', 'expected'],
  [
    'git status 2>/dev/null; git show HEAD:gone',
    "fatal: path 'gone' does not exist in 'HEAD'\n",
    'own-complaint',
    'agent',
  ],
  ['go test ./a; go test ./gone', 'ok  \tx/a\t0.1s\nstat /x/gone: directory not found\n', 'own-complaint', 'agent'],
  ['sh tidy.sh', 'go\ntidy.sh: line 4: TARGET: unbound variable\n', 'code-has-errors', 'agent'],
]

/** What single programs say. */
const FAILING_PROGRAMS: Failing[] = [
  ['cat notes.md && rg -n cart_total src', 'notes\non everything\n', 'no-match', 'expected'],
  ['gh run view 7 --log | rg "failed|panicked"', 'run 7 is still in progress\n', 'no-match', 'expected'],
  ['gh run view 7 --log', 'run 7 is still in progress; logs will be available\n', 'own-complaint', 'agent'],
  ['gh pr diff 7 -- src', 'accepts at most 1 arg(s), received 2\n', 'own-complaint', 'agent'],
  [
    'gh search issues x --state all',
    'invalid argument "all" for "--state" flag: valid values are {open|closed}\n\nUsage:  gh search issues\n\nFlags:\n  --app\n  --web\n',
    'own-complaint',
    'agent',
  ],
  [
    'gh pr checks 7 --watch',
    'Refreshing checks status every 10 seconds.\nlint\tpending\t0\turl\nRefreshing checks status every 10 seconds.\nlint\tfail\t9s\turl\n',
    'findings-reported',
    'expected',
  ],
  [
    'cargo update -p shop',
    '    Updating index\nerror: failed to select a version for the requirement `cart = "^2"`\ncandidate versions found which did not match: 1.0.0\nlocation searched: index\n',
    'error-explained',
    'agent',
  ],
  ['mise x node@24 -- cargo frob', 'error: no such command: `frob`\n\nhelp: view all\n', 'error-line-first', 'agent'],
  ['shop sync', 'reading\nError:\n   0: the index is torn\n   1: no such row\n', 'crashed', 'agent'],
  ['pytest -q -m slow', 'no tests collected (7 deselected) in 0.07s\n', 'tests-failed', 'expected'],
  ['ls notes', '"notes": No such file or directory (os error 2)\n', 'own-complaint', 'agent'],
  ['for f in *.yaml; do cat $f; done', '(eval):1: no matches found: *.yaml\n', 'shell-refused', 'agent'],
  [
    'shop post',
    'Post "https://shop.example": read tcp 10.0.0.1:5->10.0.0.2:443: reset\n',
    'service-unreachable',
    'environment',
  ],
  ['rg -n "frob(" src', 'regex parse error:\n    frob(\n        ^\nerror: unclosed group\n', 'own-complaint', 'agent'],
  [
    'rg frob src gone',
    'gone: No such file or directory (os error 2)\nsrc/a.ts:frob\nsrc/b.ts:frob\n',
    'own-complaint',
    'agent',
  ],
  ['gh auth status', 'You are not logged into any GitHub hosts. Run gh auth login\n', 'own-complaint', 'environment'],
  ['git stash', 'a.txt: needs merge\n', 'git-failed', 'agent'],
  ['git stash pop', 'No stash entries found.\n', 'git-failed', 'agent'],
  [
    'npm run -s types && node -e "console.log(1)"',
    "a.ts(1,2): error TS2304: Cannot find name 'b'.\n",
    'code-has-errors',
    'agent',
  ],
  ['git diff', 'warning: Not a git repository. Use --no-index\nusage: git diff\n', 'own-complaint', 'agent'],
  [
    'git diff --stat; git diff a...b',
    " a.txt | 1 +\nfatal: ambiguous argument 'a...b'\nUse '--' so\n'git <command> [<revision>...] -- [<file>...]'\n",
    'own-complaint',
    'agent',
  ],
  [
    'go test ./...',
    '# x/b\nb/b.go:3:2: undefined: frob\nok  \tx/a\t0.1s\n?   \tx/c\t[no test files]\n',
    'code-has-errors',
    'agent',
  ],
  [
    'npx vitest run',
    ' Test Files  1 failed | 1 passed (2)\n      Tests  4 passed (4)\n   Duration  1s\n',
    'tests-failed',
    'agent',
  ],
  ['pytest', 'collected 0 items\n\n===== no tests ran in 0.01s =====\n', 'tests-failed', 'expected'],
  ['flake8 app', 'app/a.py:3:1: E302 expected 2 blank lines\n', 'code-has-errors', 'agent'],
  ['yamllint a.yml', 'a.yml\n  5:1       error    bad indent  (indentation)\n', 'code-has-errors', 'agent'],
  ['npx prettier -l src', 'src/a.ts\nsrc/b.ts\n', 'findings-reported', 'expected'],
  [
    'npx prettier --check gone',
    '[error] No files matching "gone".\nAll matched files use Prettier code style!\n',
    'tests-failed',
    'agent',
  ],
  ['npx eslint gone', 'Oops! Something went wrong! :(\n\nNo files matching "gone".\n', 'code-has-errors', 'agent'],
  ['cmake .', 'CMake Error: no CMakeLists.txt here.\nSpecify --help for usage.\n', 'code-has-errors', 'agent'],
  ['coqtop -batch -l a.v', 'File "a.v", line 2:\nError: Unable to unify.\n', 'code-has-errors', 'agent'],
  ['jq -e .name a.json', 'null\n', 'nothing-found', 'expected'],
  [
    'sqlite3 a.db "select x"',
    'Parse error: no such column: x\n  select x\n   ^--- error here\n',
    'own-complaint',
    'agent',
  ],
  [
    'wget http://h/x',
    'Resolving h...\nConnecting to h:80... failed: Connection refused.\n',
    'own-complaint',
    'environment',
  ],
  ['date -d never', "date: invalid date 'never'\n", 'own-complaint', 'agent'],
  ['frobctl apply', 'config: missing key "name"\n', 'short-complaint', 'agent'],
  ['frobctl check', 'Validation failed: 2 problems\n', 'short-complaint', 'agent'],
  ['frobctl get 7', 'no item with id 7\n', 'short-complaint', 'agent'],
  ["python3 - <<'P'\nimport sys\nsys.exit('pattern not found')\nP", 'pattern not found\n', 'short-complaint', 'agent'],
]

for (const [command, output, rule, cause] of [...FAILING_LINES, ...FAILING_PROGRAMS]) {
  test(`${JSON.stringify(command)} failed, by ${rule}`, () => {
    const verdict = judge({ tool: 'shell', args: { command }, result: output })
    assert.deepEqual([verdict.outcome, verdict.rule, verdict.cause], ['error', rule, cause])
  })
}

const WORKING: [command: string, output: string][] = [
  // other commands' complaints
  ['curl -fsSL https://h.invalid/x.sh | bash', 'curl: (6) Could not resolve host: h.invalid\n'],
  ['for f in gone a; do cat $f; done', 'cat: gone: No such file or directory\ntext\n'],
  ['set -e; test -f x && cat x; echo finished', 'finished\n'],
  ['set -e; . gone && run; echo finished', 'bash: line 1: gone: No such file or directory\nfinished\n'],
  ["bash -c 'set -eo pipefail; ./check' 2>&1 | tail -1", '3 run, 1 failed\n'],
  ['make || { echo "no build today"; exit 1; }', 'cc a.c\n'],
  ['echo "== diff =="; gofmt -d .', '== diff ==\n'],
  ['cd app && echo $UNSET', '\n'],
  [
    'npm run lint; npm run types',
    '\n> a@1.0.0 lint\n> eslint .\n\n✖ 1 problem (1 error, 0 warnings)\n\n> a@1.0.0 types\n> tsc\n',
  ],
  [
    'gh pr checks 7 --watch',
    'Refreshing checks status every 10 seconds.\nlint\tpending\t0\turl\nlint\tpass\t9s\turl\n',
  ],
  ['cat notes.md && rg -n cart_total src', 'notes\nsrc/a.ts:3:cart_total = 1\n'],
  ['gh api x | rg -C 9 zebra', 'Warning: truncated output (original token count: 9000)\nlines of all kinds\n'],
  ['ls a b-* 2>/dev/null | head -3', 'zsh:1: no matches found: b-*\n'],
  ['git show main:a.md > a.md; tail -1 a.md', '(eval):1: file exists: a.md\nlast line\n'],
  ['mise x shellcheck -- shellcheck a.sh', 'mise WARN  missing: node@24\n'],
  ['uv run --env-file e.sh python -c "print(report)"', 'FAILED: from the report\n'],
  ['docker run box sh -c "command -v cc || true"', 'mesg: ttyname failed: Inappropriate ioctl for device\n'],
  ['shopctl find zebra', 'No results found.\n'],
  // what programs print on purpose, or get over
  ["python3 - <<'P'\nprint(report)\nP", 'a: fine\nFAIL: b\nerror: from the report\n'],
  ['node -e "console.log(log)"', 'fatal: from the log\n'],
  ['node a.js', 'caught:\nSyntaxError: bad json\n    at JSON.parse (<anonymous>)\nfinished\n'],
  ['bash tidy.sh', 'tidy.sh: line 2: frob: command not found\ngoing on\n'],
  ['bash fetch.sh', 'curl: (7) Failed to connect to h port 1\nskipping h\ntrying the mirror\nfetched 3 files\n'],
  ['sh build.sh', 'building\nwarning: error reporting is off\n'],
  ['python3 job.py', 'INFO:root:start\nERROR:root:cache is cold, going on\n'],
  ['./stats', 'lines: 10\nerror count: 0\n'],
  ['gcc -Wall a.c', "a.c:2:21: warning: unused variable 'error'\n"],
  ['pylint --exit-zero app', 'app/a.py:1:0: C0114: Missing docstring\nrated at 8/10\n'],
  ['sqlite3 a.db "select state, error from jobs"', 'failed|connection refused\n'],
  ['journalctl -n 5', 'No journal files were found.\n-- No entries --\n'],
  ['go mod download', 'go: no module dependencies to download\n'],
]

for (const [command, output] of WORKING) {
  test(`${JSON.stringify(command)} worked`, () => {
    const verdict = judge({ tool: 'shell', args: { command }, result: output })
    assert.equal(verdict.outcome, 'ok', `${verdict.rule}: ${verdict.evidence}`)
  })
}

test('Claude Code takes exit code 1 of grep, rg, find, diff and test for an answer when they come last', () => {
  const lines: [command: string, output: string, outcome: string][] = [
    ['grep -rn zebra src', '', 'ok'],
    ['cd src && rg zebra', '', 'ok'],
    ['diff a.txt b.txt', '1c1\n< a\n---\n> b\n', 'ok'],
    ['find gone -name a', "find: 'gone': No such file or directory\n", 'ok'],
    ['test -f gone', '', 'ok'],
    ['grep zebra gone.txt', 'grep: gone.txt: No such file or directory\n', 'error'],
    ['rg zebra a.ts && sed -n 1,5p a.ts', '', 'error'],
    ['grep -rn zebra --include=*.py', '(eval):1: no matches found: --include=*.py\n', 'ok'],
    ['find . -name a | xargs grep zebra', '', 'error'],
    ['git diff --exit-code', 'diff --git a/x b/x\n-a\n+b\n', 'error'],
  ]
  for (const [command, result, outcome] of lines) {
    assert.equal(judge({ tool: 'Bash', args: { command }, result }).outcome, outcome, command)
  }
})

test('a poll is judged by what it shows and types, though its command is not known', () => {
  const polls: [args: object, output: string, outcome: string, rule: string][] = [
    [{ chars: '\u0003' }, '', 'error', 'interrupted-by-agent'],
    [{ chars: '' }, 'lint\tpass\t3s\turl\nbuild\tpending\t0\turl\n', 'error', 'findings-reported'],
    [{ chars: '' }, 'build\tpending\t0\turl\nbuild\tpass\t9s\turl\n', 'ok', 'no-complaint'],
    [
      { chars: '' },
      'run 7 is still in progress; logs will be available when it is complete\n',
      'error',
      'findings-reported',
    ],
    [
      { chars: '' },
      'Refreshing run status every 9 seconds.\nJOBS\nX lint in 3s (ID 7)\n',
      'error',
      'findings-reported',
    ],
    [{ chars: '' }, 'compiled 3 files\n', 'ok', 'no-complaint'],
  ]
  for (const [args, result, outcome, rule] of polls) {
    const verdict = judge({ tool: 'write_stdin', args, result })
    assert.deepEqual([verdict.outcome, verdict.rule], [outcome, rule], result)
  }
})
