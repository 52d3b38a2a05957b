import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import { ledger, reportOutcome, findLedgerSession } from '../src/verbs/ledger/operation.ts'
import { list, show } from '../src/verbs/list/templates-operation.ts'
import { remove } from '../src/verbs/edit/templates-change-operation.ts'
import { Ledger } from '../src/schema/listing/ledger.ts'
import type { Connection } from '../src/store/connection.ts'
import { addExposure, readTemplateEffects, type Exposure } from '../src/store/templates/exposure.ts'
import { settleExposures } from '../src/store/templates/settle-exposures.ts'
import { openStore } from '../src/store/open.ts'
import { writeOverrule } from '../src/store/facts/overrule.ts'
import { recountSessions } from '../src/store/facts/session.ts'
import { saveTemplate } from '../src/template/run.ts'
import { bash, type MadeSession, writeHistory } from './support/mined-history.ts'
import { bothEngines } from './support/engines.ts'
import { scratch, testApp } from './support/store.ts'
import { templateDraft } from './support/template-fixture.ts'

const ENGINES = bothEngines()

const APP = testApp('/nowhere', 'sqlite::memory:')
const NOW = APP.now()
const sam = APP.owner

/** Ten calls, of which so many failed by the agent's fault, one by the network, and one has no outcome. */
const session = (id: string, failed: number, given: Partial<MadeSession> = {}): MadeSession => ({
  id,
  calls: [
    ...Array.from({ length: 8 }, (_, at) => bash(`make test-${at}`, at < failed ? { outcome: 'error' } : {})),
    bash('git push', { outcome: 'error', cause: 'environment' }),
    bash('make watch', { outcome: 'unknown' }),
  ],
  ...given,
})

for (const { engine, address } of ENGINES) {
  suite(engine, () => {
    const opened = async (t: Parameters<typeof scratch>[0]) => {
      const store = await openStore(address(scratch(t)))
      t.after(() => void store.close())
      const { id, hash } = await saveTemplate(store, {
        owner: sam,
        name: 'shop',
        state: 'active',
        draft: templateDraft(),
        now: NOW,
      })
      return { store, id, hash }
    }

    const give = (store: Connection, template: { id: string; hash: string }, given: Partial<Exposure> = {}) =>
      addExposure(store, sam, {
        templateId: template.id,
        version: 1,
        hash: template.hash,
        at: NOW,
        how: 'hook',
        format: 'text',
        dose: 3,
        event: 'session-start',
        experiment: 'everyday',
        arm: 'warm',
        propensity: 0.9,
        seen: ['a'],
        ...given,
      })

    test('a session is named by its id or by a beginning that fits one alone, and only by its owner', async (t) => {
      const { store, ...template } = await opened(t)
      for (const sessionKey of ['7f3a2c', '7f3a2c-1', '7f3b', 'ä_%x']) await give(store, template, { sessionKey })
      const named = (session: string, owner = sam) => findLedgerSession(store, { owner, session })
      assert.equal(await named('7f3b'), '7f3b')
      assert.equal(await named('7f3a2c'), '7f3a2c', 'a whole id wins over those that go on')
      assert.equal(await named('7f3a2c-'), '7f3a2c-1')
      assert.equal(await named('ä_%x'), 'ä_%x')
      assert.equal(await named('7f3'), '7f3', 'too short to be a beginning')
      assert.equal(await named('____'), '____', 'no wildcard')
      assert.equal(await named('7f3a2c-', 'kim'), '7f3a2c-')
      await assert.rejects(named('7f3a'), { code: 'ambiguous' })
    })

    test('an entry waits for its session, and says how it went once that has come back', async (t) => {
      const { store, ...template } = await opened(t)
      await give(store, template, { sessionKey: 's-1', source: 'codex', project: '/home/sam/shop' })
      assert.equal(await settleExposures(store, NOW), 0)
      const before = await ledger(APP, store, {})
      assert.deepEqual([before.entries[0]?.session, before.entries[0]?.exposure], [null, 'given'])
      assert.equal(before.templates[0]?.warm.reason, 'no session has come back yet')

      await writeHistory(store, [session('s-1', 2)])
      assert.equal(await settleExposures(store, NOW + 1), 1)
      assert.equal(await settleExposures(store, NOW + 2), 0, 'what did not change is not written again')
      const after = v.parse(Ledger, await ledger(APP, store, {}))
      const settledAt = new Date(NOW + 1).toISOString()
      assert.deepEqual(after.entries[0]?.session, { id: 's-1', calls: 9, errors: 3, agentErrors: 2, settledAt })
      assert.deepEqual(after.templates[0]?.warm.agentErrors?.n, 9)
      const { usage } = await show(store, { owner: sam, name: 'shop' })
      assert.deepEqual([usage.uses, usage.returned, usage.agentErrors?.n], [1, 1, 9])
      assert.deepEqual((await list(store, { owner: sam })).templates[0]?.usage, usage)
    })

    test('a session that goes on, or that a person overrules, is settled again', async (t) => {
      const { store, ...template } = await opened(t)
      await give(store, template, { sessionKey: 's-1' })
      await writeHistory(store, [session('s-1', 2)])
      await settleExposures(store, NOW)
      const { calls } = session('s-1', 2)
      await writeHistory(store, [
        { id: 's-1', calls: [...calls, bash('make all'), bash('make it', { outcome: 'error' })] },
      ])
      assert.equal(await settleExposures(store, NOW + 1), 1)
      const [entry] = (await ledger(APP, store, {})).entries
      assert.deepEqual([entry?.session?.calls, entry?.session?.agentErrors], [11, 3])
      await writeOverrule(store, { callId: 's-1-0000', outcome: 'ok', cause: null, note: null, owner: sam, at: NOW })
      await recountSessions(store, ['s-1'])
      assert.equal(await settleExposures(store, NOW + 2), 1)
      assert.equal((await ledger(APP, store, {})).entries[0]?.session?.agentErrors, 2)
    })

    test('a session of another agent or owner with the same id is another', async (t) => {
      const { store, ...template } = await opened(t)
      await give(store, template, { sessionKey: 's-1', source: 'claude-code' })
      await give(store, template, { sessionKey: 's-2' })
      await writeHistory(store, [session('s-1', 0), session('s-2', 0, { owner: 'telegram:eve' })])
      assert.equal(await settleExposures(store, NOW), 0)
    })

    test('a reported outcome belongs to all entries of a session, and goes before errors', async (t) => {
      const { store, ...template } = await opened(t)
      await give(store, template, { sessionKey: 's-1' })
      await give(store, template, { sessionKey: 's-1', event: 'compaction' })
      await writeHistory(store, [session('s-1', 6)])
      await settleExposures(store, NOW)
      const errors = (await readTemplateEffects(store, sam, [template.id])).get(template.id)
      assert.deepEqual([errors?.sessions, errors?.reported], [1, 0])
      assert.ok(Math.abs((errors?.reward ?? 0) - (1 - 6 / 9)) < 1e-9)
      assert.deepEqual(await reportOutcome(APP, store, { sessionKey: 's-1', outcome: 'ok', by: 'person' }), {
        entries: 2,
        trials: 0,
      })
      assert.deepEqual((await readTemplateEffects(store, sam, [template.id])).get(template.id), {
        sessions: 1,
        reward: 1,
        reported: 1,
      })
      const [newest] = (await ledger(APP, store, {})).entries
      assert.deepEqual([newest?.outcome, newest?.outcomeBy], ['ok', 'person'])
      await reportOutcome(APP, store, { exposure: newest?.id ?? '', outcome: 'failed', by: 'mcp' })
      const outcomes = new Set((await ledger(APP, store, {})).entries.map(({ outcome }) => outcome))
      assert.deepEqual(outcomes, new Set(['failed']), 'what is said of an entry is said of its session')
      await give(store, template, { sessionKey: 's-1', event: 'compaction', at: NOW + 1 })
      await settleExposures(store, NOW + 1)
      const failed = { sessions: 1, reward: 0, reported: 1 }
      assert.deepEqual((await readTemplateEffects(store, sam, [template.id])).get(template.id), failed)
    })

    test('a session that was given a template in two ways has one outcome', async (t) => {
      const { store, ...template } = await opened(t)
      await give(store, template, { sessionKey: 's-1' })
      await give(store, template, { sessionKey: 's-1', how: 'mcp', event: undefined })
      await give(store, template, { sessionKey: 's-2' })
      await reportOutcome(APP, store, { sessionKey: 's-1', outcome: 'ok', by: 'person' })
      const { usage, success } = await show(store, { owner: sam, name: 'shop' })
      assert.deepEqual([usage.uses, success?.n], [3, 1])
      assert.equal((await ledger(APP, store, {})).templates[0]?.warm.success?.n, 1)
    })

    test('a report on an entry without a session is about that entry alone', async (t) => {
      const { store, ...template } = await opened(t)
      const nobody = { arm: undefined, propensity: undefined, how: 'load' }
      const id = await give(store, template, nobody)
      await give(store, template, nobody)
      assert.deepEqual(await reportOutcome(APP, store, { exposure: id, outcome: 'ok', by: 'person' }), {
        entries: 1,
        trials: 0,
      })
    })

    test('a session is in one arm: the one that was drawn, whatever a person asked for afterwards', async (t) => {
      const { store, ...template } = await opened(t)
      const cold = { arm: 'cold', propensity: 0.1, dose: 0, seen: [] } as const
      await give(store, template, { sessionKey: 's-1', ...cold })
      await give(store, template, { sessionKey: 's-1', how: 'mcp', propensity: undefined, event: undefined })
      await give(store, template, { sessionKey: 's-1', how: 'load', arm: undefined, propensity: undefined })
      const [figures] = (await ledger(APP, store, {})).templates
      assert.deepEqual([figures?.warm.sessions, figures?.cold.sessions, figures?.unknown], [0, 1, 1])
    })

    test('sessions that experiments drew into both arms are compared with nobody', async (t) => {
      const { store, ...template } = await opened(t)
      const keys = Array.from({ length: 6 }, (_, at) => `s-${at}`)
      for (const sessionKey of keys) {
        await give(store, template, { sessionKey })
        await give(store, template, { sessionKey, arm: 'cold', propensity: 0.1, experiment: 'other' })
      }
      await writeHistory(
        store,
        keys.map((key) => session(key, 2)),
      )
      await settleExposures(store, NOW)
      const [figures] = (await ledger(APP, store, {})).templates
      assert.deepEqual([figures?.warm.sessions, figures?.cold.sessions], [6, 0])
      assert.match(figures?.why ?? '', /^no session has an arm/)
    })

    test('an entry of an unknown agent is not settled by one of two sessions of the same name', async (t) => {
      const { store, ...template } = await opened(t)
      await give(store, template, { sessionKey: 's-1' })
      await give(store, template, { sessionKey: 's-1', source: 'codex' })
      await writeHistory(store, [session('s-1', 2)])
      await store.run(
        `insert into session (id, source, native_id, owner, messages, user_messages, rank, file_id, made_by)
          values ('twin', 'hermes', 's-1', ?, 1, 1, 0, 'f', 'x')`,
        [sam],
      )
      assert.equal(await settleExposures(store, NOW), 1)
      assert.equal(await settleExposures(store, NOW), 0)
      const settled = (await ledger(APP, store, {})).entries.filter((entry) => entry.session !== null)
      assert.deepEqual(
        settled.map(({ source }) => source),
        ['codex'],
      )
    })

    test('what a template earned long ago is forgotten over what it earned lately', async (t) => {
      const { store, ...template } = await opened(t)
      await give(store, template, { sessionKey: 'old', at: NOW - 1 })
      await reportOutcome(APP, store, { sessionKey: 'old', outcome: 'failed', by: 'person' })
      assert.equal((await readTemplateEffects(store, sam, [template.id])).get(template.id)?.sessions, 1)
      await store.transaction(async (transaction) => {
        for (let at = 0; at < 500; at++) await give(transaction, template, { sessionKey: `s-${at}`, at: NOW + at })
      })
      await reportOutcome(APP, store, { sessionKey: 's-5', outcome: 'ok', by: 'person' })
      const lately = { sessions: 1, reward: 1, reported: 1 }
      assert.deepEqual((await readTemplateEffects(store, sam, [template.id])).get(template.id), lately)
    })

    test('nobody reports on what the ledger does not know, nor on the sessions of others', async (t) => {
      const { store, ...template } = await opened(t)
      await give(store, template, { sessionKey: 's-1' })
      const report = { sessionKey: 's-1', outcome: 'ok', by: 'person' } as const
      await assert.rejects(reportOutcome(APP, store, { ...report, sessionKey: 's-9' }), { code: 'no-such-entry' })
      await assert.rejects(reportOutcome(APP, store, { ...report, owner: 'kim' }), { code: 'no-such-entry' })
      await assert.rejects(reportOutcome(APP, store, { outcome: 'ok', by: 'person' }), { code: 'usage' })
      assert.equal((await ledger(APP, store, { owner: 'kim' })).total, 0)
    })

    test('what was withheld is no use, and a hint is no dose; both are in the ledger', async (t) => {
      const { store, ...template } = await opened(t)
      await give(store, template, { sessionKey: 'warm-1' })
      await give(store, template, { sessionKey: 'warm-1', event: 'compaction' })
      await give(store, template, { sessionKey: 'other', event: 'failed-call', propensity: undefined })
      await give(store, template, { sessionKey: 'cold-1', arm: 'cold', propensity: 0.1, dose: 0, seen: [] })
      const { entries, total, templates } = await ledger(APP, store, {})
      assert.equal(total, 4)
      assert.deepEqual(entries.map(({ exposure }) => exposure).toSorted(), ['given', 'given', 'given', 'withheld'])
      assert.deepEqual([templates[0]?.warm.sessions, templates[0]?.cold.sessions], [1, 1])
      assert.equal((await show(store, { owner: sam, name: 'shop' })).usage.uses, 1)
      assert.equal((await ledger(APP, store, { arm: 'cold' })).total, 1)
    })

    test('what was printed or written somewhere is an unknown exposure', async (t) => {
      const { store, ...template } = await opened(t)
      const nobody = { event: undefined, experiment: undefined, arm: undefined, propensity: undefined }
      await give(store, template, { ...nobody, how: 'load' })
      const { entries, templates } = await ledger(APP, store, {})
      assert.deepEqual([entries[0]?.exposure, templates[0]?.unknown], ['unknown', 1])
    })

    test('the ledger is cut to what was asked for, and outlives the template', async (t) => {
      const { store, ...template } = await opened(t)
      for (let at = 0; at < 5; at++) await give(store, template, { sessionKey: `s-${at}`, at: NOW + at })
      const cut = await ledger(APP, store, { limit: 2, template: 'shop' })
      assert.deepEqual([cut.entries.length, cut.total, cut.templates[0]?.warm.sessions], [2, 5, 5])
      assert.equal(cut.entries[0]?.sessionKey, 's-4')
      await remove(store, { owner: sam, name: 'shop' })
      const after = await ledger(APP, store, {})
      assert.deepEqual([after.total, after.entries[0]?.template, after.templates[0]?.template], [5, null, null])
    })
  })
}
