import { lookedFor, missingFile, tooLarge, wrongRoot } from './habits.ts'
import { edit, type MadeProject, type NativeCall, read, rootOf, shell, shellError } from './lesson-history.ts'

const goRoot = rootOf('work/cart')
/** A shop in Go, with `just` and golangci-lint. */
export const GO_PROJECT: MadeProject = {
  name: 'work/cart',
  messages: [
    'Mend the cart.',
    'Add a coupon.',
    'Always wrap errors with the name of the order.',
    'Why is the build red?',
  ],
  chores: [
    shell('git status --short', ''),
    read(`${goRoot}/go.mod`),
    shell('just test', 'ok  \tcart/order\t0.2s'),
    shell('git diff --stat', ''),
  ],
  habits: [
    wrongRoot('work/cart-cart', 0.5, goRoot, '/home/sam/work/cart-cart', 'cmd/cart/main.go'),
    missingFile('cmd/cart/order.go', 0.15, goRoot, 'internal/order/order.go'),
    missingFile('internal/api/commands', 0.1, goRoot),
    tooLarge('internal/order/order_test.go', 0.2, goRoot),
    {
      word: 'noctx',
      rate: 0.3,
      calls: [
        shellError(
          'just lint',
          `${'checking\n'.repeat(120)}cmd/cart/run.go:12:14: os/exec.Command must not be called. use os/exec.CommandContext (noctx)\n1 issues:`,
        ),
        edit(`${goRoot}/cmd/cart/run.go`),
        shell('just lint', '0 issues.'),
      ],
    },
    {
      word: 'errcheck',
      rate: 0.25,
      calls: [
        shellError('golangci-lint run', 'cmd/cart/a.go:3:9: Error return value of `f.Close` is not checked (errcheck)'),
        shell('golangci-lint run', '0 issues.'),
      ],
    },
    {
      word: 'G204',
      rate: 0.15,
      calls: [shellError('golangci-lint run', 'cmd/cart/b.go:8:2: G204: Subprocess launched with variable (gosec)')],
    },
    {
      word: 'just test',
      rate: 0.25,
      calls: [
        shellError('go test -tags=wrong ./...', 'pattern ./...: directory prefix . does not contain main module'),
        shell('just test', 'ok  \tcart/order\t0.2s'),
      ],
    },
    {
      word: 'tail',
      rate: 0.3,
      calls: [
        shell(
          'go test ./... 2>&1 | tail -20',
          '--- FAIL: TestCheckout (0.00s)\n    order_test.go:12: want 3\nFAIL\tcart/order\t0.1s\nFAIL',
        ),
      ],
    },
    {
      word: 'reviewThreads',
      rate: 0.2,
      calls: [
        shellError(
          'gh pr view 3 --json title,reviewThreads',
          'Unknown JSON field: "reviewThreads"\nAvailable fields:\n  title',
        ),
      ],
    },
    {
      word: 'timeout',
      rate: 0.3,
      calls: [shellError('timeout 60 go vet ./...', '(eval):1: command not found: timeout', 127)],
    },
    {
      word: '--include',
      rate: 0.2,
      calls: [shellError('grep -rn --include=*.go total .', '(eval):1: no matches found: --include=*.go')],
    },
    lookedFor('Coupon', 0.2, goRoot, 'internal/price/table.go'),
  ],
}

const webRoot = rootOf('till')
const lintFound = (rule: string, message: string): NativeCall =>
  shellError(
    'npm run lint',
    `${webRoot}/src/cart.ts\n  3:5  error  ${message}  ${rule}\n\n✖ 1 problem (1 error, 0 warnings)`,
  )
/** A till in TypeScript, with npm and eslint. */
export const WEB_PROJECT: MadeProject = {
  name: 'till',
  messages: ['The till is slow.', 'Never commit without a test.', 'Rename the button.', 'Look at the receipts.'],
  chores: [
    shell('git log --oneline -3', 'a1 x'),
    read(`${webRoot}/package.json`),
    shell('npm run test:unit', '# pass 12'),
    shell('ls src', 'cart.ts'),
  ],
  habits: [
    missingFile('src/utils/money.ts', 0.3, webRoot, 'src/lib/money.ts'),
    {
      word: '`tests`',
      rate: 0.35,
      calls: [
        shellError('rg total src tests', 'rg: tests: No such file or directory (os error 2)', 2),
        shell('rg total src e2e', 'e2e/a.ts:1:total'),
      ],
    },
    {
      word: 'lintt',
      rate: 0.15,
      calls: [shellError('npm run lintt', 'npm error Missing script: "lintt"'), shell('npm run lint', '')],
    },
    { word: 'no-console', rate: 0.3, calls: [lintFound('no-console', 'Unexpected console statement')] },
    {
      word: '@typescript-eslint/no-explicit-any',
      rate: 0.25,
      calls: [lintFound('@typescript-eslint/no-explicit-any', 'Unexpected any. Specify a different type')],
    },
    {
      word: 'TS2345',
      rate: 0.3,
      calls: [
        shellError('npx tsc --noEmit', "src/a.ts(3,5): error TS2345: Argument of type 'string' is not assignable.", 2),
      ],
    },
    {
      word: 'npx prettier --write .',
      rate: 0.25,
      calls: [
        shellError('npm run format:check', '[warn] src/cart.ts\n[warn] Code style issues found in the above file.'),
        shell('npx prettier --write .', 'src/cart.ts 12ms'),
      ],
    },
    {
      word: 'npm run test:unit',
      rate: 0.2,
      calls: [
        shellError('npx jest', "Error: Cannot find module 'jest-preset-shop'"),
        shell('npm run test:unit', '# pass 12'),
      ],
    },
    {
      word: 'test:e2e',
      rate: 0.2,
      calls: [
        { ...shellError('npm run test:e2e', 'Command timed out after 2m 0.0s', 143), seconds: 120 },
        { ...shell('npm run test:e2e', '# pass 30'), seconds: 200 },
      ],
    },
    {
      word: 'head',
      rate: 0.25,
      calls: [shell('npm test 2>&1 | head -40', '✖ cart adds up (1.2ms)\nℹ fail 1\nnpm error Test failed.')],
    },
    tooLarge('src/generated/schema.ts', 0.2, webRoot),
    {
      word: '`Grep`',
      rate: 0.15,
      calls: [
        {
          tool: 'Grep',
          input: { pattern: 'x' },
          output: '<tool_use_error>Error: No such tool available: Grep</tool_use_error>',
          isError: true,
        },
      ],
    },
    lookedFor('Receipt', 0.2, webRoot, 'src/print/layout.ts'),
  ],
}

const pythonRoot = rootOf('stock')
/** A stock keeper in Python, with uv and ruff. */
export const PYTHON_PROJECT: MadeProject = {
  name: 'stock',
  messages: ['Count the stock.', 'Do not use pandas, use polars.', 'The import fails.', 'Write a report.'],
  chores: [
    shell('git status', ''),
    read(`${pythonRoot}/pyproject.toml`),
    shell('uv run pytest -q', '12 passed in 0.3s'),
    shell('git diff', ''),
  ],
  habits: [
    {
      word: 'yaml',
      rate: 0.35,
      calls: [
        shellError(
          'python3 -c "import yaml"',
          "Traceback (most recent call last):\nModuleNotFoundError: No module named 'yaml'",
        ),
        shell('uv run python3 -c "import yaml"', ''),
      ],
    },
    {
      word: '`python`',
      rate: 0.3,
      calls: [
        shellError('python setup.py', 'bash: line 1: python: command not found', 127),
        shell('python3 setup.py', ''),
      ],
    },
    {
      word: 'uv run pytest',
      rate: 0.25,
      calls: [
        shellError('pytest -q', 'bash: line 1: pytest: command not found', 127),
        shell('uv run pytest -q', '12 passed in 0.3s'),
      ],
    },
    {
      word: 'E501',
      rate: 0.35,
      calls: [shellError('uv run ruff check', 'src/stock/a.py:4:80: E501 Line too long (120 > 100)\nFound 1 error.')],
    },
    {
      word: 'F401',
      rate: 0.2,
      calls: [shellError('uv run ruff check', 'src/stock/a.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.')],
    },
    {
      word: 'union-attr',
      rate: 0.2,
      calls: [
        shellError('uv run mypy src', 'src/stock/b.py:7: error: Item "None" of "X" has no attribute "y"  [union-attr]'),
      ],
    },
    missingFile('src/stock/models.py', 0.25, pythonRoot, 'src/stock/domain/models.py'),
    {
      word: 'tests/unit',
      rate: 0.25,
      calls: [
        shellError('uv run pytest tests/unit -q', 'ERROR: file or directory not found: tests/unit', 4),
        shell('uv run pytest tests/fast -q', '12 passed in 0.3s'),
      ],
    },
    {
      word: '--cov',
      rate: 0.15,
      calls: [shellError('uv run pytest --cov', 'pytest: error: unrecognized arguments: --cov', 4)],
    },
    {
      word: 'stock_levels',
      rate: 0.15,
      calls: [
        shellError('sqlite3 stock.db "select * from stock_levels"', 'Error: in prepare, no such table: stock_levels'),
      ],
    },
    {
      word: '|| true',
      rate: 0.25,
      calls: [
        shell(
          'uv run pytest -q || true',
          'FAILED tests/fast/test_a.py::test_x - assert 1 == 2\n1 failed, 11 passed in 0.3s',
        ),
      ],
    },
    tooLarge('src/stock/generated.py', 0.15, pythonRoot),
    lookedFor('Supplier', 0.2, pythonRoot, 'src/stock/ports/table.py'),
  ],
}
