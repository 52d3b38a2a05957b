import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type MockModel, serveMockModel } from '../src/scripted-model/serve.ts'
import { eventually } from './support/eventually.ts'
import { runHere } from './support/run-here.ts'
import { scratch } from './support/store.ts'
import { BOT_TOKEN, startTelegramServer } from './support/telegram-server.ts'

/** The token of a platform as docs/gateway.md says: in the .env of the home, and seen by nobody but the platform. */
const WARMSTART = join(import.meta.dirname, '..', 'bin', 'warmstart')
const WRONG_TOKEN = '4242:another-made-up-token-of-a-bot'

let model: MockModel
before(async () => {
  model = await serveMockModel({ otherwise: { text: 'You said: {{user}}' } })
})
after(() => model.close())

type Test = { after(clean: () => void | Promise<void>): void }

/** A home with these lines in its .env, and a project whose own .env names another bot. */
const homeWith = (t: Test, lines: readonly string[]) => {
  const root = scratch(t)
  const [home, project] = [join(root, '.warmstart'), join(root, 'project')]
  for (const directory of [home, project]) mkdirSync(directory)
  writeFileSync(
    join(home, 'warmstart.config.json'),
    JSON.stringify({
      model: { baseUrl: `${model.address}/v1`, name: 'scripted' },
      gateway: { allow: { telegram: ['7'] } },
    }),
  )
  writeFileSync(join(home, '.env'), `${lines.join('\n')}\n`, { mode: 0o600 })
  writeFileSync(join(project, '.env'), `TELEGRAM_BOT_TOKEN=${WRONG_TOKEN}\n`)
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, WARMSTART_OWNER: 'sam' }
  let shown = ''
  const start = () => {
    const child = spawn(WARMSTART, ['gateway', '--platform', 'telegram'], { cwd: project, env, stdio: 'pipe' })
    t.after(() => void child.kill('SIGKILL'))
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (shown += String(piece)))
    const closed = once(child, 'close')
    return {
      /** The exit code, once it was asked to stop. */
      stop: async (): Promise<unknown> => {
        child.kill('SIGTERM')
        return ((await closed) as unknown[])[0]
      },
      closed,
    }
  }
  const run = async (...words: string[]): Promise<void> => {
    const { stdout, stderr } = await runHere(words, { cwd: project, env })
    shown += stdout + stderr
  }
  return { root, home, start, run, shown: () => shown }
}

/** Neither the token nor what is secret of it. */
const assertHidden = (token: string, texts: Iterable<[where: string, text: string]>): void => {
  const secret = token.slice(token.indexOf(':') + 1)
  for (const [where, text] of texts) assert.ok(!text.includes(secret), `the token is shown by ${where}`)
}

/** Everything that was written below a directory, but the files that the token was put into. */
const filesBelow = (root: string): [string, string][] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith('.env') && statSync(join(root, name)).isFile())
    .map((name) => [name, readFileSync(join(root, name), 'latin1')])

test('the token in the .env of the home is used, in fair weather and foul, and neither shown nor kept anywhere', async (t) => {
  const server = await startTelegramServer(t)
  const { root, start, run, shown } = homeWith(t, [
    `TELEGRAM_BOT_TOKEN=${BOT_TOKEN}`,
    `TELEGRAM_API_BASE_URL=${server.url}`,
  ])
  const gateway = start()
  server.say('hello')
  await eventually(() => server.sent.length === 1, 'the bot of the token in .env answers')
  assert.deepEqual(server.sent, [{ chat_id: '7', text: 'You said: hello' }])

  // The second one is asked again only after a minute: there is mail on its way while we look.
  server.troubles.push(
    { status: 502, description: 'Bad Gateway' },
    { status: 401, description: `Unauthorized: ${server.url}/bot${BOT_TOKEN}/sendMessage` },
  )
  server.say('trouble')
  await eventually(() => server.troubles.length === 0, 'a send is refused')
  server.setDown(true)
  await eventually(() => /telegram: /.test(shown()), 'the log says that Telegram is away')
  await eventually(async () => {
    await run('gateway', 'status', '--json')
    return /\/bot4242:\*\*\*\/sendMessage/.test(shown())
  }, 'the status says why a message waits')
  await run('gateway', 'status')
  await run('config')
  await run('config', '--json')
  await run('doctor')
  assert.equal(await gateway.stop(), 0)
  assertHidden(BOT_TOKEN, [['what was printed', shown()], ...filesBelow(root)])
})

test('a token that is refused, and an address that is none, are told without the token', async (t) => {
  const server = await startTelegramServer(t)
  for (const [address, words] of [
    [server.url, /telegram: cannot listen yet: /],
    ['no address at all', /telegram: |TELEGRAM_API_BASE_URL/],
  ] as const) {
    const { root, start, shown } = homeWith(t, [
      `export TELEGRAM_BOT_TOKEN='${WRONG_TOKEN}'`,
      `TELEGRAM_API_BASE_URL="${address}"`,
    ])
    const gateway = start()
    await eventually(() => words.test(shown()), `the log says that ${address} cannot be used`)
    await gateway.stop()
    assertHidden(WRONG_TOKEN, [[`the log about ${address}`, shown()], ...filesBelow(root)])
  }
})

test('a line of .env that cannot be read is named by its number, and a token in a project is none', async (t) => {
  const { start, shown } = homeWith(t, [`TELEGRAM_BOT_TOKEN ${BOT_TOKEN}`])
  const [code] = (await start().closed) as unknown[]
  assert.equal(code, 2)
  assert.match(shown(), /\.env:1 /)
  assert.match(shown(), /TELEGRAM_BOT_TOKEN is missing or no token/)
  assertHidden(BOT_TOKEN, [['the warning', shown()]])
})
