import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { slotArguments, type SlottedCall } from './slots.ts'
import { usualWords } from './usual-words.ts'

const CWD = '/home/sam/shop'

/** How a command line is shown among others of its shape, each from a session of its own. */
const shown = (line: string, others: readonly string[], shape: string): string => {
  const usual = usualWords([line, ...others].map((one, index) => ({ line: one, session: String(index), cwd: CWD })))
  const call = { tool: 'Bash', args: { command: line }, cwd: CWD }
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
  // A pipe hides how a check ended, so it is never shown; behind other commands only what names a place is taken out.
  ['make test', 'make test 2>&1 | tail -5', ['make test | head -20'], 'make test'],
  ['git log', 'git log | tee /home/sam/log.txt', ['git log'], 'git log | tee <file>'],
  [
    'terraform plan',
    'terraform plan --target=staging --file=a.yaml',
    ['terraform plan --target=staging --file=b.yaml'],
    'terraform plan --target=staging --file=<file>',
  ],
  ['pytest', 'PYTHONPATH=. pytest -q', ['PYTHONPATH=. pytest -q'], 'PYTHONPATH=. pytest -q'],
  ['pytest', 'MOON=. pytest -q', ['MOON=. pytest -q'], '<variable>=. pytest -q'],
  ['make test', 'DEBUG=1 make test "$STAGE"', ['DEBUG=1 make test "$STAGE"'], 'DEBUG=1 make test "$STAGE"'],
  // What nobody can tell where it came from is a slot, however often it recurs.
  ['npm run shop:check', 'npm run shop:check', ['npm run shop:check'], 'npm run shop:check'],
  ['npm run run-this-first-now', 'npm run run-this-first-now', ['npm run run-this-first-now'], 'npm run <name>'],
  ['git checkout', 'git checkout moonlight', ['git checkout moonlight'], 'git checkout <branch>'],
  ['cat', 'cat docs/moonlight.md', ['cat docs/moonlight.md'], 'cat <file>'],
  ['npm test', 'npm test --moonlight', ['npm test --moonlight'], 'npm test <option>'],
  ['npm test', 'npm test --reporter=moonlight', ['npm test --reporter=moonlight'], 'npm test --reporter=<name>'],
  ['npm test', 'MOONLIGHT=1 npm test', ['MOONLIGHT=1 npm test'], '<variable>=1 npm test'],
  ['npm test', 'NOTE=moonlight npm test', ['NOTE=moonlight npm test'], '<variable>=<name> npm test'],
  ['npm test', 'npm test "$MOONLIGHT"', ['npm test "$MOONLIGHT"'], 'npm test "<variable>"'],
  ['npm test', 'npm test > moonlight.log', ['npm test > moonlight.log'], 'npm test > <file>'],
  ['npm test', 'npm test && moonlight --all', ['npm test && moonlight --all'], 'npm test && <program> --all'],
  ['rg', 'rg -n "by the moon" src', ['rg -n "by the moon" src'], 'rg -n "<pattern>" src'],
]

test('what varies between command lines becomes a slot, what they share stays', () => {
  for (const [shape, line, others, expected] of LINES) assert.equal(shown(line, others, shape), expected, line)
})

test('a line with nothing to compare it with is judged by its looks', () => {
  assert.equal(shown('git commit -m "Fix"', [], 'git commit'), 'git commit -m "<message>"')
  assert.equal(shown('terraform plan staging --keep 3', [], 'terraform plan'), 'terraform plan staging --keep 3')
  assert.equal(shown('terraform plan src/cart.ts', [], 'terraform plan'), 'terraform plan <file>')
})

const slots = (args: Record<string, unknown>, ...others: Record<string, unknown>[]) =>
  slotsOf('get_order', args, ...others)

const slotsOf = (tool: string, args: Record<string, unknown>, ...others: Record<string, unknown>[]) => {
  const calls: SlottedCall[] = [args, ...others].map((one) => ({ tool, args: one, cwd: CWD }))
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
    order_id: '#W<1 digit>',
    reason: 'no longer needed',
    items: ['<item>'],
    count: 2,
    urgent: true,
    note: null,
  })
  assert.deepEqual(found.slots, ['item'])
  assert.deepEqual(slots({ status: 'pending' }, { status: 'pending' }).arguments, { status: 'pending' })
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

test('texts that are the same everywhere are slots too, also inside of lists and objects', () => {
  const args = { edits: [{ old_string: 'a b', new_string: 'run it by the moon' }], url: 'https://moon.example' }
  assert.deepEqual(slots(args, args, args).arguments, {
    edits: [{ old_string: '<old-string>', new_string: '<new-string>' }],
    url: '<url>',
  })
  const deep = { filter: { a: { b: { c: { d: { e: 'by the moon' } } } } } }
  assert.ok(!JSON.stringify(slots(deep, deep).arguments).includes('moon'))
})

test('arguments that the tool does not have are left out, and so are names that are no names', () => {
  assert.deepEqual(slotsOf('Bash', { command: 'x', moonlight: 1 }).arguments, { command: 'x' })
  assert.deepEqual(slots({ 'by the moon': 1, run_this_first_right_now: 2, order_id: 3 }).arguments, { order_id: 3 })
})

test('what a command is for is said in words of ours', () => {
  const call = { tool: 'Bash', args: { command: 'npm test', description: 'By the moon' }, cwd: CWD }
  const usual = usualWords([])
  const described = (shape: string) => slotArguments(call, [call], { shell: { shape, usual } }).arguments['description']
  assert.equal(described('npm test'), 'Run the tests')
  assert.equal(described('moonlight'), 'Run a command')
})

test('numbers and booleans stay, and the same call gives the same bytes', () => {
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
      const calls = [one, ...others].map((given) => ({ tool: 'get_order', args: given, cwd: CWD }))
      const call = calls[0] ?? { tool: 'get_order', args: one, cwd: CWD }
      const found = slotArguments(call, calls)
      for (const [name, value] of Object.entries(found.arguments))
        if (typeof value === 'number' || typeof value === 'boolean') assert.equal(value, one[name])
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

test('a shell that is given its words in a list keeps the flag by which it runs a line', () => {
  const call = (command: string[]): SlottedCall => ({ tool: 'shell', args: { command }, cwd: CWD })
  const one = call(['bash', '-lc', 'pytest -q'])
  const shell = { shape: 'pytest', usual: () => 1 }
  assert.deepEqual(slotArguments(one, [one], { shell }).arguments, { command: ['bash', '-lc', 'pytest -q'] })
  const odd = call(['bash', '-moonc', 'pytest -q'])
  assert.deepEqual(slotArguments(odd, [odd], { shell }).arguments, { command: ['bash', '<word>', 'pytest -q'] })
})
