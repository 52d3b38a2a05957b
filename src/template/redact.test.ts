import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NAMED_CARRIERS } from '../../tests/support/secret-carriers.ts'
import { secretKinds } from '../../tests/support/secret-kinds.ts'
import { createRedactor } from './redact.ts'

const kinds = secretKinds(11)
const secretOf = (name: string): string => kinds.find((kind) => kind.name === name)!.make()
const nobody = { env: {}, home: '/home/somebody' }

test('the same secret has the same number in every text, another one the next', async () => {
  const redactor = createRedactor(nobody)
  const [first, second] = [secretOf('aws access key'), secretOf('aws access key')]
  assert.equal(await redactor.redact(`use ${first}`), 'use <SECRET:aws-key#1>')
  assert.equal(await redactor.redact(`${second}, not ${first}`), '<SECRET:aws-key#2>, not <SECRET:aws-key#1>')
  assert.deepEqual(redactor.report(), [{ kind: 'aws-key', count: 3 }])
})

test('a secret that is known by its name here and by its look there keeps its placeholder', async () => {
  const redactor = createRedactor(nobody)
  const secret = secretOf('cohere key')
  assert.equal(await redactor.redact(`API_KEY=${secret}`), 'API_KEY=<SECRET:credential#1>')
  assert.equal(await redactor.redact(`login("${secret}")`), 'login("<SECRET:credential#1>")')
})

test('placeholders stay as they are, and their numbers are not given to others', async () => {
  const redactor = createRedactor(nobody)
  const text = 'password = "<SECRET:password>" and <SECRET:npm-token#2>'
  assert.equal(await redactor.redact(text), text)
  assert.equal(await redactor.redact(secretOf('npm token')), '<SECRET:npm-token#3>')
  const address = 'postgres://app:<SECRET:url-password#1>@db.host.test:5432/app'
  assert.equal(await redactor.redact(address), address)
})

const password = `${secretOf('linkedin secret')}x`
const phrase = 'correct horse battery staple'.replaceAll(' ', '-')
const ENVIRONMENT: [env: Record<string, string>, before: string, after: string][] = [
  [{ SERVICE_TOKEN: password }, `ran with ${password} ok`, 'ran with <SECRET:environment#1> ok'],
  [{ DB_PASSWORD: phrase }, `typed ${phrase}`, 'typed <SECRET:environment#1>'],
  [
    { DB_PASSWORD: 'correct horse battery staple' },
    'typed correct horse battery staple',
    'typed <SECRET:environment#1>',
  ],
  [{ MY_SECRET: 'a"b\\c9d8e7' }, String.raw`{"x":"a\"b\\c9d8e7"}`, '{"x":"<SECRET:environment#1>"}'],
  [{ MY_SECRET: 'a/b+c9d8e7' }, '?q=a%2Fb%2Bc9d8e7', '?q=<SECRET:environment#1>'],
  [{ DATABASE_URL: `postgres://app:${password}@db.test/x` }, `saw ${password}`, 'saw <SECRET:environment#1>'],
  // Nothing inside a placeholder is ever a secret.
  [{ DB_PASSWORD: 'npm-token#7' }, '<SECRET:npm-token#7> npm-token#7', '<SECRET:npm-token#7> <SECRET:environment#1>'],
  [{ APP_PASSWORD: 'opensesame' }, 'x opensesame y', 'x <SECRET:environment#1> y'],
  [{ APP_PASSWORD: 'abcd1234' }, 'x abcd1234 y', 'x <SECRET:environment#1> y'],
  [{ DEPLOY_SECRET: 'supersecretvalue99' }, 'ok supersecretvalue99', 'ok <SECRET:environment#1>'],
  [{ APP_THING: 'kX9fQ2mZ7pL4vT1w' }, 'x kX9fQ2mZ7pL4vT1w', 'x <SECRET:environment#1>'],
  [{ PGPASSWORD: 'postgres' }, 'psql postgres', 'psql postgres'],
  [{ AUTH_MODE: 'production' }, 'in production', 'in production'],
  [{ SECRET_KEY: 'production' }, 'in production', 'in production'],
  [{ PATH: '/usr/local/bin:/usr/bin' }, '/usr/local/bin:/usr/bin', '/usr/local/bin:/usr/bin'],
  [{ SSH_AUTH_SOCK: '/tmp/ssh-1/agent.1' }, 'uses /tmp/ssh-1/agent.1', 'uses /tmp/ssh-1/agent.1'],
  [{ API_KEY: 'short1' }, 'a short1 b', 'a short1 b'],
  [{ EDITOR: 'vim-9.1.0-x' }, 'vim-9.1.0-x', 'vim-9.1.0-x'],
]
for (const [env, before, after] of ENVIRONMENT) {
  test(`with ${Object.keys(env).join()} in the environment, ${JSON.stringify(after)}`, async () => {
    assert.equal(await createRedactor({ ...nobody, env }).redact(before), after)
  })
}

const alice = { env: {}, home: '/home/alice', userName: 'alice', hostName: 'workbench' }
const PERSON: [before: string, after: string][] = [
  ['cd /home/alice/project', 'cd ~/project'],
  ['cd "/home/alice"', 'cd "~"'],
  ['cd /home/alice-2/x', 'cd /home/<user>/x'],
  ['gcc -I/home/alice/include -L/home/alice/lib', 'gcc -I~/include -L~/lib'],
  ['?path=%2Fhome%2Falice%2Fx', '?path=~%2Fx'],
  ['%2Fdata%2Falice', '%2Fdata%2F<user>'],
  [
    'ok /home/bob/go/src/x and /Users/Zoë/x, D:\\Users\\bob\\y',
    'ok /home/<user>/go/src/x and /Users/<user>/x, D:\\Users\\<user>\\y',
  ],
  ['/home/runner/work/app /home/node/app', '/home/runner/work/app /home/node/app'],
  ['GET /home/index /Users/7', 'GET /home/index /Users/7'],
  ['WORKBENCH.local and https://workbench:8080/', '<host>.local and https://<host>:8080/'],
  ['bench press on the workbench', 'bench press on the workbench'],
  ['cd /mnt/home/alicent', 'cd /mnt/home/alicent'],
  ['open /Users/alice/x and C:\\Users\\alice\\y', 'open /Users/<user>/x and C:\\Users\\<user>\\y'],
  ['.claude/projects/-home-alice-project', '.claude/projects/~-project'],
  ['alice wrote to alice@host.test', 'alice wrote to alice@host.test'],
  ['ssh alice@workbench', 'ssh alice@<host>'],
  ['the workbench-2 of workbenches', 'the workbench-2 of workbenches'],
]
for (const [before, after] of PERSON) {
  test(`of ${JSON.stringify(before)} others see ${JSON.stringify(after)}`, async () => {
    assert.equal(await createRedactor(alice).redact(before), after)
  })
}

test('a machine whose name is no word is hidden wherever it stands, with and without its domain', async () => {
  const redactor = createRedactor({ ...nobody, hostName: 'ann-mbp14.corp.test' })
  assert.equal(await redactor.redact('on ann-mbp14.corp.test, ANN-MBP14: up'), 'on <host>, <host>: up')
})

const CUT_OFF: [before: string, after: string][] = [
  [`out ${phrase.slice(0, 20)}\n…\nmore`, 'out <SECRET:environment#1>\n…\nmore'],
  [`out ${phrase.slice(0, 12)}…`, 'out <SECRET:environment#1>…'],
  [`ends with ${phrase.slice(0, 27)}`, 'ends with <SECRET:environment#1>'],
  [`head\n…\n${phrase.slice(9)} tail`, 'head\n…\n<SECRET:environment#1> tail'],
  [phrase.slice(1), '<SECRET:environment#1>'],
  ['that is correct', 'that is correct'],
  ['that is correct-…', 'that is <SECRET:environment#1>…'],
  [`in the middle ${phrase.slice(0, 20)} nothing was cut`, `in the middle ${phrase.slice(0, 20)} nothing was cut`],
]
for (const [before, after] of CUT_OFF) {
  test(`what a cut left of a secret is one: ${JSON.stringify(after)}`, async () => {
    assert.equal(await createRedactor({ ...nobody, env: { DB_PASSWORD: phrase } }).redact(before), after)
  })
}

test('accounts that belong to nobody keep their names', async () => {
  const redactor = createRedactor({ env: {}, home: '/root', userName: 'root', hostName: 'localhost' })
  assert.equal(await redactor.redact('/root/x /rootfs /srv/root/y localhost'), '~/x /rootfs /srv/root/y localhost')
})

test('a comment in the text does not switch redaction off', async () => {
  const slack = `xoxb-${'1'.repeat(12)}-${'2'.repeat(12)}-abcdefghijklmnopqrstuvwx`
  const redacted = await createRedactor(nobody).redact(`// secretlint-disable\nx = ${slack}`)
  assert.equal(redacted, '// secretlint-disable\nx = <SECRET:slack-token#1>')
})

test('what is left in a text that was not redacted is told by kind', async () => {
  const redactor = createRedactor(alice)
  const text = `/home/alice ${secretOf('npm token')} ${secretOf('npm token')}`
  assert.deepEqual(await redactor.remaining(text), [
    { kind: 'home-path', count: 1 },
    { kind: 'npm-token', count: 2 },
  ])
  assert.deepEqual(await redactor.remaining(await redactor.redact(text)), [])
  assert.deepEqual(redactor.report(), await redactor.remaining(text))
})

const PIECES = [
  '/home/alice',
  'alice',
  ' ',
  '\n',
  '"',
  '=',
  ': ',
  'password',
  'token ',
  '<SECRET:',
  '#1>',
  '>',
  'postgres://a:',
  '@host',
]
const carriers = Object.values(NAMED_CARRIERS)
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PIECES),
      fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(...carriers)).map(([kind, carry]) => carry(kind.make())),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

test('redacting again changes nothing, placeholders are never nested, and nothing is left', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const redactor = createRedactor({ ...alice, env: { A_TOKEN: password } })
      const once = await redactor.redact(text)
      assert.equal(await redactor.redact(once), once)
      assert.equal(await createRedactor({ ...alice, env: { A_TOKEN: password } }).redact(once), once)
      assert.ok(!/<SECRET:[a-z0-9-]*<SECRET/.test(once) || text.includes('<SECRET:'))
      assert.deepEqual(await redactor.remaining(once), [])
      // A placeholder is at most this much longer than the shortest thing that is replaced.
      assert.ok(once.length <= text.length * 6 + 40)
    }),
    { numRuns: 150 },
  )
})

test('an exact value of the environment is gone whatever surrounds it', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, async (before, after) => {
      const redactor = createRedactor({ ...nobody, env: { A_TOKEN: password } })
      assert.ok(!(await redactor.redact(before + password + after)).includes(password))
    }),
    { numRuns: 60 },
  )
})
