import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readComplaints } from './read-complaints.ts'

const read = (text: string, checker = '', about = ''): string[] =>
  readComplaints({ text, checker, asker: 'tool', about }).map(
    ({ program, code, subject, place }) => `${program} | ${code} | ${subject} | ${place}`,
  )

const FINDINGS: [checker: string, text: string, found: string][] = [
  ['tsc', "src/a.ts(3,5): error TS2345: Argument of type 'x' is not assignable.", 'tsc | TS2345 |  | src/a.ts:3'],
  ['tsc', "src/a.ts:3:5 - error TS2345: Argument of type 'x'.", 'tsc | TS2345 |  | src/a.ts:3'],
  ['golangci-lint', 'cmd/run.go:12:3: use exec.CommandContext (noctx)', 'golangci-lint | noctx |  | cmd/run.go:12'],
  ['golangci-lint', 'a.go:9:2: G104: Errors unhandled (gosec)', 'golangci-lint | gosec G104 |  | a.go:9'],
  ['go', './a.go:9:2: undefined: total', 'go | compile |  | ./a.go:9'],
  ['cargo', 'error[E0425]: cannot find value `x` in this scope\n --> src/a.rs:3:5', 'rustc | E0425 |  | src/a.rs:3'],
  ['mypy', 'shop/a.py:4: error: Incompatible types in assignment  [assignment]', 'mypy | assignment |  | shop/a.py:4'],
  ['ruff', 'shop/a.py:4:80: E501 Line too long (90 > 79)', 'ruff | E501 |  | shop/a.py:4'],
  ['ruff', 'F401 [*] `os` imported but unused\n --> shop/a.py:1:8', 'ruff | F401 |  | shop/a.py:1'],
  [
    'eslint',
    '/shop/src/a.js\n  3:5  error  x is never used  no-unused-vars',
    'eslint | no-unused-vars |  | /shop/src/a.js:3',
  ],
  ['biome', 'src/a.ts:3:5 lint/style/useConst  FIXABLE ━━━', 'biome | lint/style/useConst |  | src/a.ts:3'],
  [
    'oxlint',
    '  x eslint(no-debugger): Unexpected debugger.\n   ,-[src/a.ts:3:1]',
    'oxlint | eslint(no-debugger) |  | src/a.ts:3',
  ],
  ['shellcheck', 'In run.sh line 3:\necho $a\n     ^-- SC2086 (info): Double quote.', 'shellcheck | SC2086 |  | '],
  [
    'rubocop',
    'lib/a.rb:3:5: C: [Correctable] Style/StringLiterals: Prefer.',
    'rubocop | Style/StringLiterals |  | lib/a.rb:3',
  ],
  ['gcc', 'src/a.c:3:5: warning: unused variable [-Wunused-variable]', 'cc | -Wunused-variable |  | src/a.c:3'],
  ['javac', 'src/A.java:3: error: cannot find symbol', 'javac | error |  | src/A.java:3'],
  ['dotnet', "Shop/A.cs(3,5): error CS0103: The name 'x' does not exist", 'dotnet | CS0103 |  | Shop/A.cs:3'],
  ['prettier', '[warn] src/a.ts', 'prettier | unformatted | src/a.ts | src/a.ts'],
  [
    'python',
    'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: no',
    ' | exception | ValueError | ',
  ],
]
for (const [checker, text, found] of FINDINGS)
  test(`a finding of ${checker}: ${text.split('\n')[0]}`, () => assert.deepEqual(read(text, checker), [found]))

const TESTS: [text: string, found: string][] = [
  ['--- FAIL: TestCheckout (0.00s)', 'go test | test-failed | TestCheckout | '],
  ['test cart::adds ... FAILED', 'cargo test | test-failed | cart::adds | '],
  ['FAILED tests/test_a.py::test_x - assert 1 == 2', 'pytest | test-failed | tests/test_a.py::test_x | '],
  [' FAIL  src/a.test.ts > cart > adds', 'vitest | test-failed | src/a.test.ts > cart > adds | '],
  ['  ● cart › adds', 'jest | test-failed | cart › adds | '],
  ['✖ adds up (1.2ms)', 'node --test | test-failed | adds up | '],
  ['rspec ./spec/a_spec.rb:12 # Cart adds', 'rspec | test-failed | ./spec/a_spec.rb:12 | '],
  ['CartTest > adds() FAILED', 'gradle | test-failed | CartTest > adds() | '],
]
for (const [text, found] of TESTS) test(`a failed test: ${text}`, () => assert.deepEqual(read(text), [found]))

const ABSENCES: [text: string, found: string][] = [
  ['bash: line 1: jq: command not found', 'tool | missing-program | jq | '],
  ['zsh:1: command not found: pnmp', 'zsh | missing-program | pnmp | '],
  ['zsh:1: no matches found: src/*.rs', 'zsh | no-glob-match | src/*.rs | '],
  ["ls: cannot access 'tests': No such file or directory", 'ls | missing-path | tests | '],
  ['rg: tests: No such file or directory (os error 2)', 'rg | missing-path | tests | '],
  ["Error: ENOENT: no such file or directory, open 'a.json'", 'tool | missing-path | a.json | '],
  ['npm error Missing script: "lintt"', 'npm | missing-task | lintt | '],
  ["make: *** No rule to make target 'tset'.  Stop.", 'make | missing-task | tset | '],
  ['error: Justfile does not contain recipe `lnit`', 'just | missing-task | lnit | '],
  ['mise ERROR no task tset found', 'mise | missing-task | tset | '],
  ['error: no library targets found in package `shop`', 'cargo | missing-target | shop | '],
  ["error: unexpected argument '--lib2' found", 'tool | unknown-flag | --lib2 | '],
  ['unknown flag: --jobs', 'tool | unknown-flag | --jobs | '],
  ['Unknown JSON field: "threads"', 'gh | unknown-field | threads | '],
  ["ModuleNotFoundError: No module named 'shop'", 'python | missing-module | shop | '],
  ["Error: Cannot find module './cart.js'", 'node | missing-module | ./cart.js | '],
  ["error: pathspec 'src/b.ts' did not match any file(s) known to git", 'git | missing-path | src/b.ts | '],
  [
    "fatal: ambiguous argument 'mian': unknown revision or path not in the working tree.",
    'git | missing-revision | mian | ',
  ],
  ['<tool_use_error>Error: No such tool available: Grep</tool_use_error>', 'tool | missing-tool | Grep | '],
]
for (const [text, found] of ABSENCES)
  test(`something is not there: ${text}`, () => assert.deepEqual(read(text), [found]))

test('a file tool that names no path is about the path it was given', () => {
  assert.deepEqual(read('File does not exist.', '', 'src/a.ts'), ['tool | missing-path | src/a.ts | '])
  const large = 'File content (31000 tokens) exceeds maximum allowed tokens (25000).'
  assert.deepEqual(read(large, '', 'src/a.ts'), ['tool | too-large | src/a.ts | '])
})

test('ordinary output complains about nothing', () => {
  for (const text of [
    'ok  shop/cart  0.2s',
    '12 passed in 0.3s',
    'On branch main',
    'src/a.ts',
    '{"error": null}',
    'const error = 1',
  ])
    assert.deepEqual(read(text), [], text)
})

test('one rule cannot crowd the others out, and no more than twenty are kept', () => {
  const many = Array.from({ length: 40 }, (_, index) => `a.go:${index}:1: use it ${index} (noctx)`).join('\n')
  const found = read(`${many}\nb.go:1:1: check it (errcheck)`, 'golangci-lint')
  assert.equal(found.length, 6)
  assert.match(found.at(-1) ?? '', /errcheck/)
})

test('any text is read without a throw, and complaints are lines of it', () => {
  const pieces = fc.constantFrom(
    'a.ts:1:2: ',
    'error',
    ' (x)',
    '\n',
    'FAIL',
    '[',
    '`',
    "'",
    ': No such file or directory',
    '\u001b[31m',
    '\0',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 40 }),
      (parts) => {
        for (const { line, code } of readComplaints({ text: parts.join(''), checker: '', asker: '', about: '' })) {
          assert.ok(code !== '' && !line.includes('\n'))
        }
      },
    ),
  )
})
