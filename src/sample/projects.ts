/** A made-up project that sample sessions work on. */
export interface Project {
  name: string
  directory: string
  files: readonly string[]
  nouns: readonly string[]
  verbs: readonly string[]
  /** Lines of code; `{noun}`, `{verb}` and `{n}` are filled in. They mention errors, as code does. */
  code: readonly string[]
  test: Program
  build: Program
  lint: Program
}

interface Program {
  command: string
  passes: readonly string[]
  fails: readonly string[]
}

export const PROJECTS: readonly Project[] = [
  {
    name: 'shop',
    directory: '/home/dev/shop',
    files: [
      'src/basket.ts',
      'src/coupon.ts',
      'src/order.ts',
      'src/price.ts',
      'src/stock.ts',
      'src/mail/receipt.ts',
      'test/basket.test.ts',
      'README.md',
    ],
    nouns: ['basket', 'coupon', 'order', 'price', 'stock', 'receipt', 'address', 'voucher'],
    verbs: ['load', 'total', 'apply', 'reserve', 'check', 'format', 'merge', 'release'],
    code: [
      'export const {verb}{noun} = async (id: string): Promise<{noun}> => {',
      "  if (id === '') throw new Error('no {noun} given: {verb} failed')",
      '  const {noun}{n} = await store.{verb}(id, { retries: {n} })',
      '  try {',
      '    return {verb}({noun}{n})',
      '  } catch (error) {',
      "    log.error('could not {verb} the {noun}', { error, attempt: {n} })",
      "    return { ok: false, error: 'not found' }",
      '  }',
      '}',
      '',
      '// An exception here used to be swallowed; see the test for denied vouchers.',
      'const {noun}Limit = {n}',
    ],
    test: {
      command: 'npm test',
      passes: ['> shop@2.4.0 test', '> node --test', '', '# pass {n}', '# fail 0', '# duration_ms {n}'],
      fails: [
        '> shop@2.4.0 test',
        '> node --test',
        '',
        'not ok {n} - {verb} the {noun} twice',
        '  AssertionError: expected {n}, got 0',
        '# fail 1',
      ],
    },
    build: {
      command: 'npx tsc --noEmit',
      passes: [],
      fails: [
        "src/{noun}.ts({n},7): error TS2304: Cannot find name '{verb}Once'.",
        "src/{noun}.ts({n},19): error TS2339: Property '{noun}' does not exist on type 'Order'.",
      ],
    },
    lint: {
      command: 'npm run lint',
      passes: ['> eslint src', ''],
      fails: [
        'src/{noun}.ts',
        "  {n}:3  error  '{verb}' is assigned a value but never used  no-unused-vars",
        '',
        '1 problem (1 error, 0 warnings)',
      ],
    },
  },
  {
    name: 'courier',
    directory: '/home/dev/courier',
    files: [
      'cmd/courier/main.go',
      'internal/route/route.go',
      'internal/route/route_test.go',
      'internal/queue/queue.go',
      'internal/api/handler.go',
      'go.mod',
      'Makefile',
    ],
    nouns: ['route', 'parcel', 'driver', 'queue', 'depot', 'window', 'label', 'shift'],
    verbs: ['plan', 'assign', 'drain', 'retry', 'merge', 'score', 'push', 'close'],
    code: [
      'func {verb}(ctx context.Context, {noun} *{noun}) error {',
      '\tif {noun} == nil {',
      '\t\treturn fmt.Errorf("{verb} {noun}: not found")',
      '\t}',
      '\tfor attempt := 0; attempt < {n}; attempt++ {',
      '\t\tif err := {noun}.{verb}(ctx); err != nil {',
      '\t\t\tlog.Printf("attempt %d failed: %v", attempt, err)',
      '\t\t\tcontinue',
      '\t\t}',
      '\t}',
      '\treturn nil',
      '}',
      '',
      'var err{noun} = errors.New("permission denied for {noun}")',
    ],
    test: {
      command: 'go test ./...',
      passes: ['ok  \tcourier/internal/route\t0.{n}s', 'ok  \tcourier/internal/queue\t0.{n}s'],
      fails: [
        '--- FAIL: Test{verb} (0.00s)',
        '    route_test.go:{n}: got {n}, want 0',
        'FAIL',
        'FAIL\tcourier/internal/route\t0.{n}s',
        'FAIL',
      ],
    },
    build: {
      command: 'go build ./...',
      passes: [],
      fails: ['# courier/internal/queue', 'internal/queue/queue.go:{n}:9: undefined: {verb}All'],
    },
    lint: {
      command: 'go vet ./...',
      passes: [],
      fails: ['# courier/internal/api', 'internal/api/handler.go:{n}:2: unreachable code'],
    },
  },
  {
    name: 'tally',
    directory: '/home/dev/tally',
    files: [
      'tally/reader.py',
      'tally/clean.py',
      'tally/report.py',
      'tally/cli.py',
      'tests/test_clean.py',
      'pyproject.toml',
      'docs/usage.md',
    ],
    nouns: ['frame', 'column', 'row', 'report', 'sheet', 'meter', 'reading', 'month'],
    verbs: ['read', 'clean', 'join', 'group', 'drop', 'fill', 'plot', 'write'],
    code: [
      'def {verb}_{noun}(path, limit={n}):',
      '    """Raises ValueError when the {noun} has failed readings."""',
      '    if not path.exists():',
      '        raise FileNotFoundError(f"no {noun} at {path}")',
      '    try:',
      '        return {verb}(path)[:limit]',
      '    except KeyError as error:',
      '        logger.warning("column not found: %s", error)',
      '        return None',
      '',
      'MAX_{n} = {n}',
    ],
    test: {
      command: 'python -m pytest -q',
      passes: ['{n} passed in 1.{n}s'],
      fails: [
        'F',
        '=================================== FAILURES ===================================',
        'E       AssertionError: assert {n} == 0',
        'FAILED tests/test_clean.py::test_{verb}_{noun} - AssertionError',
        '1 failed, {n} passed in 0.{n}s',
      ],
    },
    build: {
      command: 'python -m tally.cli report --dry-run',
      passes: ['{n} rows would be written'],
      fails: [
        'Traceback (most recent call last):',
        '  File "/home/dev/tally/tally/cli.py", line {n}, in main',
        "TypeError: {verb}() got an unexpected keyword argument 'limit'",
      ],
    },
    lint: {
      command: 'ruff check .',
      passes: ['All checks passed!'],
      fails: ['tally/clean.py:{n}:5: F841 Local variable `{noun}` is assigned to but never used', 'Found 1 error.'],
    },
  },
]
