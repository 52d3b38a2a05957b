import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { recoveryDraft, templateDraft } from '../../../tests/support/template-fixture.ts'
import { scratch } from '../../../tests/support/store.ts'
import { assign } from '../../provision/assign.ts'
import { refreshReady } from '../../provision/run-ready.ts'
import { createRandom } from '../../sample/random.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'
import { setTemplateState } from '../../store/templates/template.ts'
import { saveTemplate } from '../../template/run.ts'
import { deliver } from './deliver-operation.ts'
import type { Circumstances, Moment } from './occasion-operation.ts'

const NOW = Date.UTC(2026, 2, 20)
const SHOP = '/home/sam/shop'
const TRIAL = 'trial'

/** The first session key of a row whose draw is this. */
const keyIn = (arm: 'warm' | 'cold', from = 0): string => {
  for (let count = from; ; count++) if (assign(TRIAL, `session-${count}`).arm === arm) return `session-${count}`
}
const WARM = keyIn('warm')
const COLD = keyIn('cold')

const CIRCUMSTANCES: Circumstances = {
  owner: 'sam',
  source: 'some-agent',
  now: NOW,
  experiment: TRIAL,
  env: {},
  mostBytes: 10_000,
  machine: 'desk',
  isNear: () => false,
}

const start = (sessionKey: string, cwd = SHOP): Moment => ({ kind: 'start', sessionKey, cwd })
const prompt = (sessionKey: string, text: string, cwd = '/home/sam/elsewhere'): Moment => ({
  kind: 'prompt',
  sessionKey,
  cwd,
  text,
})
const compaction = (sessionKey: string): Moment => ({ kind: 'compaction', sessionKey, cwd: SHOP })
const failure = (sessionKey: string, message: string): Moment => ({
  kind: 'failed-call',
  sessionKey,
  cwd: SHOP,
  tool: 'Bash',
  message,
})

const FAILURES = [
  'package cart is not in std',
  'no required module provides package cart',
  'cannot find main module in this directory',
  'undefined reference to the total of a basket',
]

const shop = async (t: { after(clean: () => void): void }): Promise<Connection> => {
  const store = await openStore(`sqlite:${join(scratch(t), 'store.db')}`)
  t.after(() => void store.close())
  const draft = templateDraft({
    recoveries: FAILURES.map((signature) => recoveryDraft(signature, { expiresAt: null })),
  })
  await saveTemplate(store, { owner: 'sam', name: 'shop-go', state: 'active', draft, now: NOW })
  await refreshReady(store, { owner: 'sam', now: NOW })
  return store
}

const ledger = (store: Connection) =>
  store.all('select event, arm, session_key, source, dose, how, propensity, project from exposure order by at, event')

suite('the seed', () => {
  test('is given when a session starts in a project with a template, and stands in the ledger', async (t) => {
    const store = await shop(t)
    const { text = '' } = await deliver(store, start(WARM), CIRCUMSTANCES)
    assert.match(text, /go test/)
    assert.deepEqual(
      (await ledger(store)).map((row) => ({ ...row, dose: Number(row['dose']) > 0 })),
      [
        {
          event: 'session-start',
          arm: 'warm',
          session_key: WARM,
          source: 'some-agent',
          dose: true,
          how: 'hook',
          propensity: 0.9,
          project: SHOP,
        },
      ],
    )
  })

  test('is given once, whatever follows', async (t) => {
    const store = await shop(t)
    assert.ok((await deliver(store, start(WARM), CIRCUMSTANCES)).text)
    for (const moment of [start(WARM), prompt(WARM, 'run go test on the cart', SHOP), start(WARM)])
      assert.deepEqual(await deliver(store, moment, CIRCUMSTANCES), {})
    assert.equal((await ledger(store)).length, 1)
  })

  test('waits for the first message where the project has none, and then for no further one', async (t) => {
    const store = await shop(t)
    assert.deepEqual(await deliver(store, start(WARM, '/home/sam/elsewhere'), CIRCUMSTANCES), {})
    assert.ok((await deliver(store, prompt(WARM, 'go on', SHOP), CIRCUMSTANCES)).text)
    const other = keyIn('warm', 100)
    assert.deepEqual(await deliver(store, prompt(other, 'plan a trip to Lisbon'), CIRCUMSTANCES), {})
    assert.deepEqual(await deliver(store, prompt(other, 'go on', SHOP), CIRCUMSTANCES), {})
    assert.deepEqual(
      (await ledger(store)).map(({ event }) => event),
      ['prompt'],
    )
  })

  test('is withheld from no session that belongs to no experiment, nor are hints', async (t) => {
    const store = await shop(t)
    const everyday = { ...CIRCUMSTANCES, experiment: undefined }
    for (let count = 0; count < 40; count++)
      assert.ok((await deliver(store, start(`session-${count}`), everyday)).text, `session-${count}`)
    const other = { ...failure('other', FAILURES[0] ?? ''), sessionKey: COLD.replace('session', 'talk') }
    assert.ok((await deliver(store, other, everyday)).text)
  })

  test('is withheld from some sessions of an experiment, which the ledger says', async (t) => {
    const store = await shop(t)
    assert.deepEqual(await deliver(store, start(COLD), CIRCUMSTANCES), {})
    const [entry] = await ledger(store)
    assert.equal(entry?.['arm'], 'cold')
    assert.equal(entry?.['dose'], 0)
    assert.deepEqual(await deliver(store, prompt(COLD, 'go on', SHOP), CIRCUMSTANCES), {})
    assert.deepEqual(await deliver(store, compaction(COLD), CIRCUMSTANCES), {})
    assert.deepEqual(await deliver(store, failure(COLD, FAILURES[0] ?? ''), CIRCUMSTANCES), {})
    assert.equal((await ledger(store)).length, 1)
  })

  test('obeys the arm that a person asks for, whose probability nobody knows', async (t) => {
    const store = await shop(t)
    assert.ok((await deliver(store, start(COLD), { ...CIRCUMSTANCES, arm: 'warm' })).text)
    assert.deepEqual(await deliver(store, start(WARM), { ...CIRCUMSTANCES, arm: 'cold' }), {})
    assert.deepEqual(
      new Set((await ledger(store)).map(({ arm, propensity }) => `${arm} ${propensity}`)),
      new Set(['warm null', 'cold null']),
    )
  })

  test('does not come again where a person asks for a cold session meanwhile', async (t) => {
    const store = await shop(t)
    assert.ok((await deliver(store, start(WARM), CIRCUMSTANCES)).text)
    assert.deepEqual(await deliver(store, compaction(WARM), { ...CIRCUMSTANCES, arm: 'cold' }), {})
    assert.ok((await deliver(store, compaction(WARM), CIRCUMSTANCES)).text)
  })

  test('is not given to a session that is resumed, nor to its next message', async (t) => {
    const store = await shop(t)
    assert.deepEqual(await deliver(store, { kind: 'resume', sessionKey: WARM, cwd: SHOP }, CIRCUMSTANCES), {})
    assert.deepEqual(await deliver(store, prompt(WARM, 'go on', SHOP), CIRCUMSTANCES), {})
    assert.deepEqual(await ledger(store), [])
  })

  test('comes once more, byte for byte, after every compaction, also when its template has changed since', async (t) => {
    const store = await shop(t)
    const { text } = await deliver(store, start(WARM), CIRCUMSTANCES)
    assert.deepEqual(await deliver(store, compaction(WARM), CIRCUMSTANCES), { text })
    const draft = templateDraft({ addendum: 'Use tabs.' })
    await saveTemplate(store, { owner: 'sam', name: 'shop-go', state: 'active', draft, now: NOW })
    await refreshReady(store, { owner: 'sam', now: NOW })
    assert.deepEqual(await deliver(store, compaction(WARM), CIRCUMSTANCES), { text })
    const again = (await ledger(store)).filter(({ event }) => event === 'compaction')
    assert.deepEqual(
      again.map(({ arm, propensity }) => [arm, propensity]),
      [
        ['warm', 0.9],
        ['warm', 0.9],
      ],
    )
  })

  test('does not come again when its template was taken out of use, nor where there was none', async (t) => {
    const store = await shop(t)
    assert.deepEqual(await deliver(store, compaction(WARM), CIRCUMSTANCES), {})
    await deliver(store, start(WARM), CIRCUMSTANCES)
    const [row] = await store.all<{ id: string }>('select id from template')
    await setTemplateState(store, 'sam', { id: row?.id ?? '', state: 'retired', at: NOW })
    assert.deepEqual(await deliver(store, compaction(WARM), CIRCUMSTANCES), { refused: 'not-ready' })
    assert.deepEqual(await deliver(store, start(keyIn('warm', 50)), CIRCUMSTANCES), {})
  })

  test("never reaches another owner's session", async (t) => {
    const store = await shop(t)
    assert.deepEqual(await deliver(store, start(WARM), { ...CIRCUMSTANCES, owner: 'kim' }), {})
    assert.deepEqual(await deliver(store, failure(WARM, FAILURES[0] ?? ''), { ...CIRCUMSTANCES, owner: 'kim' }), {})
    await deliver(store, start(WARM), CIRCUMSTANCES)
    assert.deepEqual(await deliver(store, compaction(WARM), { ...CIRCUMSTANCES, owner: 'kim' }), {})
  })

  test('is not given when it holds what is a secret by now, or is longer than the agent passes on', async (t) => {
    const store = await shop(t)
    const random = createRandom(7)
    const secret = Array.from({ length: 24 }, () => random.between(0, 35).toString(36)).join('')
    const draft = templateDraft({ addendum: `Log in with ${secret} first.` })
    await saveTemplate(store, { owner: 'sam', name: 'shop-go', state: 'active', draft, now: NOW })
    await refreshReady(store, { owner: 'sam', now: NOW })
    const env = { SHOP_API_TOKEN: secret }
    assert.deepEqual(await deliver(store, start(WARM), { ...CIRCUMSTANCES, env }), { refused: 'holds-a-secret' })
    assert.deepEqual(await deliver(store, start(WARM), { ...CIRCUMSTANCES, mostBytes: 100 }), { refused: 'too-long' })
    // Nor is it withheld: else such sessions would stand in one arm only.
    assert.deepEqual(await deliver(store, start(COLD), { ...CIRCUMSTANCES, env }), { refused: 'holds-a-secret' })
    assert.deepEqual(await ledger(store), [])
    assert.ok((await deliver(store, start(WARM), CIRCUMSTANCES)).text)
    assert.deepEqual(await deliver(store, compaction(WARM), { ...CIRCUMSTANCES, env }), { refused: 'holds-a-secret' })
  })

  test('is neither given nor written down when time runs out', async (t) => {
    const store = await shop(t)
    const late = { ...CIRCUMSTANCES, isNear: () => true }
    await assert.rejects(deliver(store, start(WARM), late), { code: 'too-late' })
    await assert.rejects(deliver(store, failure(WARM, FAILURES[0] ?? ''), late), { code: 'too-late' })
    assert.deepEqual(await ledger(store), [])
    assert.ok((await deliver(store, start(WARM), CIRCUMSTANCES)).text)
  })
})

suite('hints', () => {
  test('come after a failure that was met before, each once and three in all', async (t) => {
    const store = await shop(t)
    await deliver(store, start(WARM), CIRCUMSTANCES)
    const given: string[] = []
    for (const message of FAILURES.flatMap((each) => [each, each])) {
      const { text } = await deliver(store, failure(WARM, `Exit code 1\n${message}`), CIRCUMSTANCES)
      if (text !== undefined) given.push(text)
    }
    assert.equal(given.length, 3)
    assert.equal(new Set(given).size, 3)
    for (const text of given) assert.match(text, /earlier session/)
    const entries = (await ledger(store)).filter(({ event }) => event === 'failed-call')
    assert.deepEqual(
      entries.map(({ dose, arm }) => [dose, arm]),
      [
        [0, null],
        [0, null],
        [0, null],
      ],
    )
  })

  test('come in sessions without a seed too, but in none that is drawn cold', async (t) => {
    const store = await shop(t)
    const [message = ''] = FAILURES
    assert.ok((await deliver(store, failure(WARM, message), CIRCUMSTANCES)).text)
    assert.deepEqual(await deliver(store, failure(COLD, message), CIRCUMSTANCES), {})
    assert.deepEqual(await deliver(store, failure(keyIn('warm', 9), message), { ...CIRCUMSTANCES, arm: 'cold' }), {})
  })

  test('do not come after a failure that nobody met', async (t) => {
    const store = await shop(t)
    for (const message of ['Exit code 1', '', 'the moon is in the wrong house', 'x'.repeat(1_000_000)])
      assert.deepEqual(await deliver(store, failure(WARM, message), CIRCUMSTANCES), {})
    assert.deepEqual(await ledger(store), [])
  })
})

test('what sessions were given is forgotten after two months, and stays in the ledger', async (t) => {
  const store = await shop(t)
  await deliver(store, start(WARM), CIRCUMSTANCES)
  const end: Moment = { kind: 'end', sessionKey: WARM, cwd: SHOP }
  const count = async (): Promise<number> => (await store.all('select 1 as one from delivery')).length
  const day = 24 * 60 * 60 * 1000
  await deliver(store, end, { ...CIRCUMSTANCES, now: NOW + 59 * day })
  assert.equal(await count(), 1)
  await deliver(store, end, { ...CIRCUMSTANCES, owner: 'kim', now: NOW + 61 * day })
  assert.equal(await count(), 1)
  await deliver(store, end, { ...CIRCUMSTANCES, now: NOW + 61 * day })
  assert.equal(await count(), 0)
  assert.equal((await ledger(store)).length, 1)
})
