import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from '../judge.ts'

/** Outputs as the programs print them, without the harness' exit code. */
const FAILING: [command: string, output: string, rule: string, cause: string][] = [
  // nothing printed
  ['grep -rn zebra src', '', 'no-match', 'expected'],
  ['cd app && rg zebra', '(no output)', 'no-match', 'expected'],
  ['rg zebra a.ts && sed -n 1,5p a.ts', '', 'no-match', 'expected'],
  ['grep -c zebra a.txt', '0\n', 'no-match', 'expected'],
  ['test -f a.txt && echo there', '', 'stopped-before-echo', 'expected'],
  ['ls out/*.log 2>/dev/null', '', 'complaint-dropped', 'expected'],
  ['command -v frob', '', 'nothing-found', 'expected'],
  ['which git frob', '/usr/bin/git\n', 'nothing-found', 'expected'],
  ['curl -s http://localhost:8080/health', '', 'nothing-fetched', 'environment'],
  ['echo "== todo =="; grep TODO a.ts', '== todo ==\n', 'no-match', 'expected'],
  // findings
  ['diff a.txt b.txt', '1c1\n< a\n---\n> b\n', 'findings-reported', 'expected'],
  ['git diff --exit-code', 'diff --git a/x b/x\n-a\n+b\n', 'findings-reported', 'expected'],
  ['gh pr checks 12', 'build\tpass\t1m\turl\nlint\tfail\t9s\turl\n', 'findings-reported', 'expected'],
  ['systemctl is-active web', 'inactive\n', 'unit-not-running', 'expected'],
  [
    'npx prettier --check .',
    'Checking formatting...\n[warn] a.ts\n[warn] Code style issues found in the above file.\n',
    'findings-reported',
    'expected',
  ],
  // the shell's and the programs' own complaints
  ['frob --now', 'bash: line 1: frob: command not found\n', 'program-missing', 'environment'],
  ['frob --now', 'zsh:1: command not found: frob\n', 'program-missing', 'environment'],
  ['frob a:*', '(eval):1: no matches found: a:*\n', 'shell-refused', 'agent'],
  ['cd nowhere && ls', '(eval):cd:1: no such file or directory: nowhere\n', 'shell-refused', 'agent'],
  ['cd nowhere && ls', 'bash: line 1: cd: nowhere: No such file or directory\n', 'shell-refused', 'agent'],
  ['echo "a', 'bash: -c: line 1: unexpected EOF while looking for matching `"\'\n', 'shell-syntax', 'agent'],
  ['cat a.txt b.txt', 'contents of a\ncat: b.txt: No such file or directory\n', 'own-complaint', 'agent'],
  ["sed -n '1,5p' gone.ts", "sed: can't read gone.ts: No such file or directory\n", 'own-complaint', 'agent'],
  ['ls here gone', 'ls: gone: No such file or directory\nhere:\na.txt\n', 'own-complaint', 'agent'],
  ['cp a /etc/b', "cp: cannot create regular file '/etc/b': Permission denied\n", 'own-complaint', 'environment'],
  [
    'git log nope',
    "fatal: ambiguous argument 'nope': unknown revision\nUse '--' to separate paths\n",
    'own-complaint',
    'agent',
  ],
  ['gh pr view 999', 'GraphQL: Could not resolve to a PullRequest\n', 'own-complaint', 'agent'],
  ['curl http://localhost:1', 'curl: (7) Failed to connect to localhost port 1\n', 'own-complaint', 'environment'],
  ['ssh web ls', 'ssh: connect to host web port 22: Connection refused\n', 'own-complaint', 'environment'],
  // git
  ['git commit -m x', 'On branch main\nnothing to commit, working tree clean\n', 'nothing-to-commit', 'agent'],
  [
    'git add out',
    'The following paths are ignored by one of your .gitignore files:\nout\nhint: Use -f\n',
    'git-failed',
    'agent',
  ],
  [
    'git push',
    'To h:r\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs\nhint: Updates were rejected\n',
    'git-failed',
    'agent',
  ],
  [
    'git merge topic',
    'Auto-merging a\nCONFLICT (content): Merge conflict in a\nAutomatic merge failed; fix conflicts\n',
    'git-failed',
    'agent',
  ],
  // tests, checks, builds
  [
    'go test ./...',
    '--- FAIL: TestA (0.0s)\n    a_test.go:9: got 1\nFAIL\nFAIL\tx/a\t0.1s\nok  \tx/b\t0.1s\nFAIL\n',
    'tests-failed',
    'expected',
  ],
  ['go build ./...', '# x/a\n./a.go:9:2: undefined: b\n', 'code-has-errors', 'agent'],
  ['golangci-lint run', 'a.go:1:2: unused (deadcode)\n1 issues:\n* deadcode: 1\n', 'code-has-errors', 'agent'],
  ['mise run lint', '[lint] $ run\nissue here\n[lint] ERROR task failed\n', 'runner-failed', 'agent'],
  [
    'pytest -q',
    '..F\n=== short test summary info ===\nFAILED tests/test_a.py::test_b\n1 failed, 2 passed in 0.12s\n',
    'tests-failed',
    'expected',
  ],
  [
    'npx vitest run',
    ' Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 9 passed (10)\n   Duration  1s\n',
    'tests-failed',
    'expected',
  ],
  ['node --test', 'ℹ tests 3\nℹ pass 2\nℹ fail 1\nℹ cancelled 0\n', 'tests-failed', 'expected'],
  [
    'cargo test',
    'test result: FAILED. 1 passed; 1 failed\n\nerror: test failed, to rerun pass `--lib`\n',
    'tests-failed',
    'expected',
  ],
  ['npx tsc --noEmit', "a.ts(3,5): error TS2304: Cannot find name 'b'.\n", 'code-has-errors', 'agent'],
  ['npx eslint .', '/a.ts\n  1:1  error  no  rule\n\n✖ 1 problem (1 error, 0 warnings)\n', 'code-has-errors', 'agent'],
  ['ruff check .', 'a.py:1:1: F401 unused\nFound 1 error.\n', 'code-has-errors', 'agent'],
  [
    'npm run build',
    '> build\n> vite build\n\nnpm error Lifecycle script `build` failed\nnpm error code 1\n',
    'own-complaint',
    'agent',
  ],
  ['make', 'cc a.c\nmake: *** [Makefile:2: all] Error 1\n', 'own-complaint', 'agent'],
  [
    'coqc a.v',
    'File "./a.v", line 3, characters 2-9:\nError:\nIn environment\nn : nat\nThe term "n" has type "nat"\nwhile it is expected to have type "bool".\n',
    'error-explained',
    'agent',
  ],
  // interpreters and everything else
  [
    'python3 a.py',
    'start\nTraceback (most recent call last):\n  File "a.py", line 1\nValueError: bad\n',
    'uncaught-exception',
    'agent',
  ],
  ['node a.js', 'throw e\n\nError: boom\n    at a.js:1\n\nNode.js v24.0.0\n', 'crashed', 'agent'],
  [
    'frobctl list --all',
    'Error: unknown flag: --all\nUsage:\n  frobctl list [flags]\n\nFlags:\n  -h, --help\n  -o, --out string\n  -v, --verbose\n',
    'usage-error',
    'agent',
  ],
  ['frobctl sync', 'could not reach the index: connection refused\n', 'short-complaint', 'environment'],
  ['make && echo BUILT', 'compiling\nsomething odd happened\n', 'announcement-missing', 'agent'],
  [
    'python3 gen.py && cat out.txt',
    'Traceback (most recent call last):\n  File "gen.py", line 1\nKeyError: \'x\'\n',
    'uncaught-exception',
    'agent',
  ],
  [
    "apply_patch <<'P'\n*** Begin Patch\nP",
    'error: Failed to find expected lines in a.ts\n',
    'patch-not-confirmed',
    'agent',
  ],
]

for (const [command, output, rule, cause] of FAILING) {
  test(`${JSON.stringify(command)} failed, by ${rule}`, () => {
    const verdict = judge({ tool: 'shell', args: { command }, result: output })
    assert.deepEqual([verdict.outcome, verdict.rule, verdict.cause], ['error', rule, cause])
  })
}

const LOG =
  '2024-01-01 ERROR connection failed\nnpm ERR! code 1\n--- FAIL: TestA\nfatal: no\nTraceback (most recent call last):\nValueError: x\n'

const WORKING: [command: string, output: string][] = [
  ['cat app.log', LOG],
  ['tail -50 app.log', LOG],
  ["sed -n '1,9p' app.log", LOG],
  ['rg -n error src', 'src/a.ts:3:throw new Error("failed")\nsrc/b.ts:1:// fatal: not found\n'],
  ['git diff', 'diff --git a/x b/x\n+error: could not compile\n+FAIL\n'],
  ['git log --oneline', '1234567 fix: error when file not found\n'],
  ['git show HEAD:notes.md', LOG],
  ['cat app.log | grep ERROR | head', '2024-01-01 ERROR connection failed\n'],
  ['go test ./... 2>&1 | tail -3', 'FAIL\n'],
  ['npm test || true', '1 failed, 2 passed in 0.1s\n'],
  ['make; echo "done"', 'make: *** [all] Error 1\ndone\n'],
  ['ls gone; ls src', 'ls: gone: No such file or directory\na.ts\n'],
  ['cat gone 2>/dev/null || echo "not found"', 'not found\n'],
  ['go test ./...', '2024 ERROR expected failure in test\nok  \tx/a\t0.1s\nok  \tx/b\t(cached)\n'],
  ['pytest', 'WARNING error: logged\n=== 4 passed, 1 skipped in 0.3s ===\n'],
  ['npx eslint .', '✖ 2 problems (0 errors, 2 warnings)\n'],
  ['golangci-lint run', '0 issues.\n'],
  ['ruff check --fix .', 'Found 2 errors (2 fixed, 0 remaining).\n'],
  [
    'git commit -m "fix error" && git status',
    '[main 1a2b3c4] fix error\n 1 file changed\nOn branch main\nnothing to commit, working tree clean\n',
  ],
  ['go build ./... && echo OK', 'go: downloading x v1\nOK\n'],
  ['go mod tidy', 'go: downloading example.org/x v1.0.0\n'],
  ['make', "make: Nothing to be done for 'all'.\n"],
  ['make -C sub', "make: Entering directory '/x/sub'\nmake: 'all' is up to date.\n"],
  ["ssh web 'tail -5 app.log'", LOG],
  ['docker logs web', `${LOG}Error: shutting down\n`],
  ['npm start &', ''],
  ['mkdir -p a/b', ''],
  ['go vet ./...', ''],
  ['git add -A', ''],
  ['find . -name "*.zig"', ''],
  ['diff a.txt a.txt', ''],
  ['grep x a | wc -l', '0\n'],
  ['for f in a b; do grep -q x $f || echo "missing in $f"; done', 'missing in a\n'],
  ["apply_patch <<'P'\n*** Begin Patch\nP", 'Success. Updated the following files:\nM a.ts\n'],
  ['python3 -c \'print("error: none of them")\'', 'error: none of them\n'],
  ['rg -n "`frob`" a.md', 'zsh:1: command not found: frob\n3:text\n'],
]

for (const [command, output] of WORKING) {
  test(`${JSON.stringify(command)} worked`, () => {
    const verdict = judge({ tool: 'Bash', args: { command }, result: output })
    assert.equal(verdict.outcome, 'ok', `${verdict.rule}: ${verdict.evidence}`)
  })
}

test('silence of a program we do not know, or that answers by code alone, stays unknown', () => {
  for (const command of ['frob', 'grep -q x f', 'git diff --quiet', './thing >/dev/null 2>&1']) {
    assert.equal(judge({ tool: 'Bash', args: { command }, result: '' }).outcome, 'unknown', command)
  }
})
