import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { type MockModel, serveMockModel } from '../src/scripted-model/serve.ts'
import { inboxId } from '../src/gateway/receiving/inbox.ts'
import { openStore } from '../src/store/open.ts'
import { type GatewayCommand, type Heard, killAlone, killOneOfTwo, type Said } from './support/gateway-kills.ts'
import { startPostgres } from './support/postgres.ts'
import { scratch } from './support/store.ts'

/** How often a gateway is killed: WARMSTART_KILLS=100 for the bar, fewer in the suite. */
const KILLS = Number(process.env['WARMSTART_KILLS'] ?? 8)
const KILLS_OF_ONE = Math.max(2, Math.ceil(KILLS / 10))
const CHILD = join(import.meta.dirname, 'support', 'gateway-child.ts')
const ENTER = join(import.meta.dirname, '..', 'src', 'interfaces', 'cli', 'enter.mjs')

let [postgres, model]: [Awaited<ReturnType<typeof startPostgres>>, MockModel] = [undefined as never, undefined as never]
before(async () => {
  postgres = await startPostgres()
  model = await serveMockModel({ otherwise: { text: 'You said: {{user}}', delayMs: 3 } }, { keepRequests: 0 })
})
after(async () => {
  await model.close()
  await postgres.stop()
})

suite('a gateway whose agent is a double', () => {
  const command = (address: string, home: string): GatewayCommand => ({
    words: [CHILD, address, home, '1500'],
    isReady: 'ready',
  })

  test(`killed at ${KILLS} random moments under load it loses nothing and says nothing twice`, async (t) => {
    const home = scratch(t)
    const address = `sqlite:${join(home, 'store.db')}`
    await killAlone(t, { command: command(address, home), address, kills: KILLS })
  })

  test('of two on one PostgreSQL one is killed: the other answers what it had, and nothing is lost or said twice', async (t) => {
    const address = postgres.url('two_gateways')
    await killOneOfTwo(t, { command: command(address, scratch(t)), address, kills: KILLS_OF_ONE })
  })
})

suite('the real program with the real agent', () => {
  const command = (address: string, root: string): GatewayCommand => {
    const home = join(root, '.warmstart')
    mkdirSync(home)
    const settings = { model: { baseUrl: `${model.address}/v1`, name: 'scripted' } }
    writeFileSync(join(home, 'warmstart.config.json'), JSON.stringify(settings))
    return {
      words: [ENTER, 'gateway', '--platform', 'console'],
      env: { PATH: process.env['PATH'] ?? '', HOME: root, WARMSTART_STORE: address },
      isReady: 'serving',
    }
  }

  /** What was said stands once in the transcript, and what was answered is the answer to it. */
  const checkTranscripts = async (
    address: string,
    { said, heard }: { said: Said[]; heard: Heard[] },
  ): Promise<void> => {
    const store = await openStore(address)
    const rows = await store.all<{ message_id: string; n: number }>(
      'select message_id, count(*) as n from live_message where message_id is not null group by message_id',
    )
    const doubled = await store.all(
      `select answer.session_id from live_message as answer join live_message as before
        on before.session_id = answer.session_id and before.position = answer.position - 1
        where answer.role = 'assistant' and before.role = 'assistant'`,
    )
    await store.close()
    const stored = new Map(rows.map(({ message_id: id, n }) => [id, n]))
    const answers = new Map(heard.map(({ answers: id, text }) => [id, text]))
    for (const { chatId, messageId, text } of said) {
      const id = inboxId('console', chatId, messageId)
      const answer = answers.get(id)
      if (answer === undefined) continue
      assert.equal(answer, `You said: ${text}`)
      assert.equal(stored.get(id), 1, text)
    }
    assert.ok([...stored.values()].every((count) => count === 1))
    assert.deepEqual(doubled, [])
  }

  test(`killed at ${KILLS} random moments under load it loses nothing and says nothing twice`, async (t) => {
    const root = scratch(t)
    const address = `sqlite:${join(root, 'store.db')}`
    const told = await killAlone(t, { command: command(address, root), address, kills: KILLS })
    await checkTranscripts(address, told)
  })

  test('of two on one PostgreSQL one is killed: the other answers what it had, and nothing is lost or said twice', async (t) => {
    const address = postgres.url('two_real_gateways')
    const told = await killOneOfTwo(t, { command: command(address, scratch(t)), address, kills: KILLS_OF_ONE })
    await checkTranscripts(address, told)
  })
})
