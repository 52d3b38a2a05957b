import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readComplaints } from './read-complaints.ts'

const read = (text: string, checker: string): string[] =>
  readComplaints({ text, checker, askers: [{ program: 'tool', words: [] }], about: '', quotes: false }).map(
    ({ program, code, subject, place }) => `${program} | ${code} | ${subject} | ${place}`,
  )

const FINDINGS: [checker: string, text: string, ...found: string[]][] = [
  ['tsc', "src/a.ts(3,5): error TS2345: Argument of type 'x' is not assignable.", 'tsc | TS2345 | x | src/a.ts:3'],
  ['tsc', "src/a.ts:3:5 - error TS2345: Argument of type 'x'.", 'tsc | TS2345 | x | src/a.ts:3'],
  ['tsc', "error TS5058: The specified path does not exist: 'tsconfig.b.json'.", 'tsc | TS5058 | tsconfig.b.json | '],
  ['golangci-lint', 'cmd/run.go:12:3: use exec.CommandContext (noctx)', 'golangci-lint | noctx |  | cmd/run.go:12'],
  ['golangci-lint', 'a.go:9:2: G104: Errors unhandled (gosec)', 'golangci-lint | gosec G104 |  | a.go:9'],
  [
    'golangci-lint',
    'a.go:9:2: SA1019: x is deprecated (staticcheck)',
    'golangci-lint | staticcheck SA1019 |  | a.go:9',
  ],
  [
    'golangci-lint',
    'a.go:9: Error return value of `f.Close` is not checked (errcheck)',
    'golangci-lint | errcheck | f.Close | a.go:9',
  ],
  ['', '[lint:go] cmd/run.go:12:3: use exec.CommandContext (noctx)', 'golangci-lint | noctx |  | cmd/run.go:12'],
  ['', 'web:lint: src/a.ts:3:5 lint/style/useConst  FIXABLE ━━━', 'biome | lint/style/useConst |  | src/a.ts:3'],
  ['', 'packages/web lint: src/a.ts(3,5): error TS2304: Cannot find name x.', 'tsc | TS2304 |  | src/a.ts:3'],
  ['', 'api-1  | a.go:9:2: undefined: total', 'go | compile | total | a.go:9'],
  ['go', './a.go:9:2: undefined: total', 'go | compile | total | ./a.go:9'],
  ['go', 'vet: ./a.go:9:2: undefined: total', 'go | compile | total | ./a.go:9'],
  ['cargo', 'error[E0425]: cannot find value `x` in this scope\n --> src/a.rs:3:5', 'rustc | E0425 | x | src/a.rs:3'],
  [
    'cargo',
    'warning: unused variable: `x`\n  --> src/a.rs:3:5\n   |\n3 |     let x = 1;\n   |         ^\n   |\n   = note: `#[warn(unused_variables)]` on by default',
    'rustc | unused_variables | x | src/a.rs:3',
  ],
  [
    'cargo',
    'error: this returns unit\n  --> src/a.rs:3:5\n   |\n   = help: for further information visit https://rust-lang.github.io/rust-clippy/master/index.html#let_unit_value\n   = note: `-D clippy::let-unit-value` implied by `-D warnings`',
    'clippy | clippy::let_unit_value |  | src/a.rs:3',
  ],
  [
    'cargo',
    'error: expected `;`\n --> src/a.rs:3:5\n\nerror: could not compile `shop` (bin "shop")',
    'rustc | error | ; | src/a.rs:3',
  ],
  [
    'clang-tidy',
    '/srv/src/a.cpp:2:49: error: use nullptr [modernize-use-nullptr,-warnings-as-errors]',
    'clang-tidy | modernize-use-nullptr |  | /srv/src/a.cpp:2',
  ],
  [
    'ninja',
    "src/a.cpp:2:5: error: unused variable 'x' [-Werror=unused-variable]",
    'cc | -Wunused-variable | x | src/a.cpp:2',
  ],
  [
    'clang-format',
    'src/a.cpp:2:24: error: code should be clang-formatted [-Wclang-format-violations]',
    'clang-format | unformatted | src/a.cpp | src/a.cpp:2',
  ],
  [
    'gradle',
    '[ant:checkstyle] [ERROR] /srv/A.java:12:5: Missing a Javadoc comment. [MissingJavadocMethod]',
    'checkstyle | MissingJavadocMethod |  | /srv/A.java:12',
  ],
  ['gradle', 'A.java:3: error: [UnusedVariable] The field is unused.', 'errorprone | UnusedVariable |  | A.java:3'],
  ['gradle', '> The following files had format violations:', 'spotless | unformatted |  | '],
  [
    'ruff',
    'unformatted: File would be reformatted\n --> shop/a.py:2:1',
    'ruff | unformatted | shop/a.py | shop/a.py:2',
  ],
  [
    '',
    'error: length comparison to zero\n  --> src/a.rs:3:5\n   |\n   = note: `-D clippy::len-zero` implied by `-D warnings`',
    'clippy | clippy::len_zero |  | src/a.rs:3',
  ],
  ['', 'error: Recipe `lint` failed on line 8 with exit code 101'],
  [
    'rubocop',
    'app/a.rb:3:5: C: Metrics/MethodLength: Method has too many lines. [14/10]',
    'rubocop | Metrics/MethodLength |  | app/a.rb:3',
  ],
  ['', 'Changed lib/a.dart', 'dart | unformatted | lib/a.dart | lib/a.dart'],
  ['mypy', 'shop/a.py:4: error: Incompatible types in assignment  [assignment]', 'mypy | assignment |  | shop/a.py:4'],
  ['ruff', 'shop/a.py:4:80: E501 Line too long (90 > 79)', 'ruff | E501 |  | shop/a.py:4'],
  ['ruff', 'F401 [*] `os` imported but unused\n --> shop/a.py:1:8', 'ruff | F401 | os | shop/a.py:1'],
  ['flake8', 'shop/a.py:4:80: E501 line too long (90 > 79 characters)', 'flake8 | E501 |  | shop/a.py:4'],
  [
    'pylint',
    'shop/a.py:4:0: C0114: Missing module docstring (missing-module-docstring)',
    'pylint | missing-module-docstring | C0114 | shop/a.py:4',
  ],
  [
    'pyright',
    '  /shop/a.py:3:5 - error: Import "b" could not be resolved (reportMissingImports)',
    'pyright | reportMissingImports | b | /shop/a.py:3',
  ],
  [
    'ty',
    'error[unresolved-import]: Cannot resolve imported module `b`\n --> shop/a.py:1:8',
    'ty | unresolved-import | b | shop/a.py:1',
  ],
  [
    'eslint',
    "/shop/src/a.js\n  3:5  error  'x' is never used  no-unused-vars",
    'eslint | no-unused-vars | x | /shop/src/a.js:3',
  ],
  ['eslint', '/shop/a.js\n  3:5  error  Parsing error: Unexpected token', 'eslint | parsing-error |  | /shop/a.js:3'],
  ['eslint', 'a.js:3:5: Missing semicolon. [Error/semi]', 'eslint | semi |  | a.js:3'],
  [
    'next',
    "./src/a.tsx\n3:5  Error: 'x' is defined but never used.  @typescript-eslint/no-unused-vars",
    'next | @typescript-eslint/no-unused-vars | x | ./src/a.tsx:3',
  ],
  ['biome', 'src/a.ts:3:5 lint/style/useConst  FIXABLE ━━━', 'biome | lint/style/useConst |  | src/a.ts:3'],
  ['biome', 'src/a.ts format ━━━━━━', 'biome | unformatted | src/a.ts | src/a.ts'],
  [
    'oxlint',
    '  x eslint(no-debugger): Unexpected debugger.\n   ,-[src/a.ts:3:1]',
    'oxlint | eslint(no-debugger) |  | src/a.ts:3',
  ],
  [
    'shellcheck',
    'In run.sh line 3:\necho $a\n     ^-- SC2086 (info): Double quote.',
    'shellcheck | SC2086 |  | run.sh:3',
  ],
  ['shellcheck', 'run.sh:3:6: note: Double quote. [SC2086]', 'shellcheck | SC2086 |  | run.sh:3'],
  [
    'markdownlint',
    'a.md:3:81 MD013/line-length Line length [Expected: 80]',
    'markdownlint | MD013/line-length |  | a.md:3',
  ],
  [
    'markdownlint-cli2',
    'a.md:3 error MD040/fenced-code-language Fences',
    'markdownlint | MD040/fenced-code-language |  | a.md:3',
  ],
  [
    'dart',
    "  error - lib/a.dart:3:5 - Undefined name 'x'. - undefined_identifier",
    'dart | undefined_identifier | x | lib/a.dart:3',
  ],
  [
    'flutter',
    "  error • Undefined name 'x' • lib/a.dart:3:5 • undefined_identifier",
    'dart | undefined_identifier | x | lib/a.dart:3',
  ],
  [
    'rubocop',
    'lib/a.rb:3:5: C: [Correctable] Style/StringLiterals: Prefer.',
    'rubocop | Style/StringLiterals |  | lib/a.rb:3',
  ],
  ['gcc', 'src/a.c:3:5: warning: unused variable [-Wunused-variable]', 'cc | -Wunused-variable |  | src/a.c:3'],
  ['gcc', "src/a.c:3:5: error: 'x' undeclared", 'cc | error | x | src/a.c:3'],
  ['javac', 'src/A.java:3: error: cannot find symbol', 'javac | error |  | src/A.java:3'],
  ['mvn', '[ERROR] /shop/A.java:[3,5] cannot find symbol', 'javac | error |  | /shop/A.java:3'],
  ['dotnet', "Shop/A.cs(3,5): error CS0103: The name 'x' does not exist", 'dotnet | CS0103 | x | Shop/A.cs:3'],
  ['swiftlint', 'a.swift:3:5: warning: Line too long (line_length)', 'swiftlint | line_length |  | a.swift:3'],
  ['cspell', 'a.md:3:5 - Unknown word (shpo)', 'cspell | unknown-word | shpo | a.md:3'],
  ['knip', 'Unused exports (1)\ntotal  src/a.ts:3:14', 'knip | unused-exports | total | src/a.ts:3'],
  ['prettier', '[warn] src/a.ts', 'prettier | unformatted | src/a.ts | src/a.ts'],
  ['gofmt', 'cart/a.go', 'gofmt | unformatted | cart/a.go | cart/a.go'],
  [
    'cargo',
    'Diff in /shop/src/a.rs:3:\nDiff in /shop/src/a.rs:9:',
    'rustfmt | unformatted | /shop/src/a.rs | /shop/src/a.rs',
  ],
  [
    'python',
    'Traceback (most recent call last):\n  File "a.py", line 3\nValueError: no',
    ' | exception | ValueError | ',
  ],
  ['', "  code: 'ERR_MODULE_NOT_FOUND',", 'node | ERR_MODULE_NOT_FOUND |  | '],
  [
    'pnpm',
    ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"',
    'pnpm | ERR_PNPM_OUTDATED_LOCKFILE | frozen-lockfile | ',
  ],
]
for (const [checker, text, ...found] of FINDINGS)
  test(`a finding of ${checker}: ${text.split('\n')[0]}`, () => assert.deepEqual(read(text, checker), found))

const TESTS: [text: string, found: string][] = [
  ['--- FAIL: TestCheckout (0.00s)', 'go test | test-failed | TestCheckout | '],
  ['    --- FAIL: TestCheckout/empty_cart (0.00s)', 'go test | test-failed | TestCheckout/empty_cart | '],
  ['test cart::adds ... FAILED', 'cargo test | test-failed | cart::adds | '],
  ["thread 'cart::tests::adds' (12) panicked at src/a.rs:3:5:", 'cargo test | test-failed | cart::tests::adds | '],
  ['FAILED tests/test_a.py::test_x - assert 1 == 2', 'pytest | test-failed | tests/test_a.py::test_x | '],
  ['tests/test_a.py::test_x FAILED              [ 50%]', 'pytest | test-failed | tests/test_a.py::test_x | '],
  [' FAIL  src/a.test.ts > cart > adds', 'vitest | test-failed | src/a.test.ts > cart > adds | '],
  ['  ● cart › adds', 'jest | test-failed | cart › adds | '],
  ['FAIL src/a.test.ts', 'jest | test-failed | src/a.test.ts | '],
  ['✖ adds up (1.2ms)', 'node --test | test-failed | adds up | '],
  ['not ok 3 - adds up', 'tap | test-failed | adds up | '],
  ['rspec ./spec/a_spec.rb:12 # Cart adds', 'rspec | test-failed | ./spec/a_spec.rb:12 | '],
  ['CartTest > adds() FAILED', 'gradle | test-failed | CartTest > adds() | '],
  ['[ERROR] CartTest.adds  Time elapsed: 0.01 s  <<< FAILURE!', 'junit | test-failed | CartTest.adds | '],
  ['00:01 +3 -1: cart adds up [E]', 'dart test | test-failed | cart adds up | '],
  ['FAIL: test_adds (tests.test_cart.CartTest)', 'unittest | test-failed | test_adds (tests.test_cart.CartTest) | '],
]
for (const [text, found] of TESTS) test(`a failed test: ${text}`, () => assert.deepEqual(read(text, ''), [found]))
