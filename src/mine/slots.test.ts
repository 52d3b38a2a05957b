import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { slotArguments, type SlottedCall } from './slots.ts'
import { usualWords } from './usual-words.ts'

const CWD = '/home/sam/shop'

/** How a command line is shown among others of its shape, each from a session of its own. */
const shown = (line: string, others: readonly string[], shape: string): string => {
  const usual = usualWords([line, ...others].map((one, index) => ({ line: one, session: String(index), cwd: CWD })))
  const call = { args: { command: line }, cwd: CWD }
  return String(slotArguments(call, [call], { shell: { shape, usual } }).arguments['command'])
}

const LINES: [shape: string, line: string, others: string[], shown: string][] = [
  ['mise run lint', 'mise run lint', ['mise run lint', 'mise run lint --fix'], 'mise run lint'],
  [
    'go test',
    'go test ./cart -run TestTotal',
    ['go test ./order', 'go test ./...'],
    'go test <package> -run <pattern>',
  ],
  ['go test', 'go test ./...', ['go test ./...', 'go test ./... -v'], 'go test ./...'],
  ['git commit', 'git commit -m "Fix the total"', ['git commit -m "Add a test"'], 'git commit -m "<message>"'],
  ['git commit', 'git commit -m "$(cat <<\'EOF\'\nFix\nEOF\n)"', ['git commit -m "x"'], 'git commit -m "<message>"'],
  ['git add', 'git add src/a.ts src/b.ts docs/c.md', ['git add src/d.ts'], 'git add <file>'],
  ['git add', 'git add src/a.ts README.md', ['git add src/d.ts README.md'], 'git add <file>'],
  ['git add', 'git add .', ['git add src/d.ts'], 'git add .'],
  ['git checkout', 'git checkout -b fix/total', ['git checkout main'], 'git checkout -b <branch>'],
  ['git show', 'git show abc1234def', ['git show HEAD~2'], 'git show <id>'],
  ['gh pr view', 'gh pr view 12 --json url', ['gh pr view 17 --json url'], 'gh pr view <number> --json url'],
  ['curl', 'curl -s https://shop.example/a', ['curl -s https://shop.example/b'], 'curl -s <url>'],
  ['npm install', 'npm install left-pad', ['npm install right-pad'], 'npm install <package>'],
  ['rg', 'rg -n "total" src', ['rg -n "price" src'], 'rg -n "<pattern>" src'],
  // Where one stands is a place, however it is written.
  ['make test', `cd ${CWD} && make test`, ['make test'], 'make test'],
  ['make test', 'cd web && make test', ['cd web && make test'], 'cd web && make test'],
  ['make test', 'cd /srv/web && make test', ['cd /srv/web && make test'], 'cd <path> && make test'],
  ['pytest', `pytest ${CWD}/tests/test_cart.py`, ['pytest tests/test_order.py'], 'pytest <file>'],
  // Behind a pipe stand filters; only what names a place is taken out.
  ['make test', 'make test 2>&1 | tail -5', ['make test | head -20'], 'make test 2>&1 | tail -5'],
  ['make test', 'make test | tee /home/sam/log.txt', ['make test'], 'make test | tee <file>'],
  [
    'deploy',
    'deploy --to=staging --file=a.yaml',
    ['deploy --to=staging --file=b.yaml'],
    'deploy --to=staging --file=<file>',
  ],
  ['deploy', 'TOKEN=1 deploy "$STAGE"', ['TOKEN=1 deploy "$STAGE"'], 'TOKEN=1 deploy "$STAGE"'],
]

test('what varies between command lines becomes a slot, what they share stays', () => {
  for (const [shape, line, others, expected] of LINES) assert.equal(shown(line, others, shape), expected, line)
})

test('a line with nothing to compare it with is judged by its looks', () => {
  assert.equal(shown('git commit -m "Fix"', [], 'git commit'), 'git commit -m "<message>"')
  assert.equal(shown('deploy staging --keep 3', [], 'deploy'), 'deploy staging --keep 3')
  assert.equal(shown('deploy src/cart.ts', [], 'deploy'), 'deploy <file>')
})

const slots = (args: Record<string, unknown>, ...others: Record<string, unknown>[]) => {
  const calls: SlottedCall[] = [args, ...others].map((one) => ({ args: one, cwd: CWD }))
  const [first] = calls
  assert.ok(first)
  return slotArguments(first, calls)
}

test('arguments of other tools are slots named after themselves', () => {
  const found = slots(
    { order_id: '#W1', reason: 'no longer needed', items: ['1', '2'], count: 2, urgent: true, note: null },
    { order_id: '#W2', reason: 'no longer needed', items: ['3'], count: 5, urgent: false, note: null },
  )
  assert.deepEqual(found.arguments, {
    order_id: '<order-id>',
    reason: 'no longer needed',
    items: ['<item>'],
    count: 2,
    urgent: true,
    note: null,
  })
  assert.deepEqual(found.slots, ['order-id', 'item'])
})

test('files under the working directory are seen from there', () => {
  assert.deepEqual(slots({ file_path: `${CWD}/src/a.ts` }, { file_path: `${CWD}/src/a.ts` }).arguments, {
    file_path: 'src/a.ts',
  })
  assert.deepEqual(slots({ file_path: `${CWD}/src/a.ts` }, { file_path: `${CWD}/src/b.ts` }).arguments, {
    file_path: '<file>',
  })
})

test('a long text is somebody’s content, even if it is the same twice', () => {
  const content = 'x'.repeat(300)
  assert.deepEqual(slots({ content }, { content }).arguments, { content: '<content>' })
})

test('a text about the call gets the same slots', () => {
  const { fill } = slots({ email: 'jo@example.org' }, { email: 'mo@example.org' })
  assert.equal(fill('My email is jo@example.org, thanks'), 'My email is <email>, thanks')
})

test('every argument keeps its name, numbers and booleans stay, and the same call gives the same bytes', () => {
  const values = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 3 }),
  )
  const args = fc.dictionary(fc.string({ maxLength: 8 }), values, { maxKeys: 5 })
  fc.assert(
    fc.property(args, fc.array(args, { maxLength: 4 }), (one, others) => {
      const calls = [one, ...others].map((given) => ({ args: given, cwd: CWD }))
      const call = calls[0] ?? { args: one, cwd: CWD }
      const found = slotArguments(call, calls)
      assert.deepEqual(Object.keys(found.arguments), Object.keys(one))
      for (const [name, value] of Object.entries(one))
        if (typeof value === 'number' || typeof value === 'boolean') assert.equal(found.arguments[name], value)
      assert.equal(JSON.stringify(slotArguments(call, calls).arguments), JSON.stringify(found.arguments))
    }),
  )
})

test('any command line can be shown', () => {
  const parts = fc.constantFrom(
    'git',
    'commit',
    '-m',
    '"x y"',
    'a/b.ts',
    '|',
    '&&',
    '"',
    "'",
    '$(',
    '=',
    '--a=b',
    '\n',
    '/x',
    '~',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 14 }), fc.array(parts, { maxLength: 14 }), (one, other) => {
      assert.equal(typeof shown(one.join(' '), [other.join(' ')], 'git commit'), 'string')
    }),
  )
})
