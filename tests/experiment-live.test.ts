import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { App } from '../src/app.ts'
import { declarationHash } from '../src/experiment/declaration-hash.ts'
import { settleOpenLive } from '../src/experiment/live/settle-open.ts'
import { deliver } from '../src/verbs/hook/deliver-operation.ts'
import type { Moment } from '../src/verbs/hook/occasion-operation.ts'
import type { Declaration } from '../src/schema/experiment.ts'
import type { Connection } from '../src/store/connection.ts'
import {
  declareExperiment,
  readExperiment,
  setExperimentState,
  writeVerdict,
} from '../src/store/experiments/experiment.ts'
import { openStore } from '../src/store/open.ts'
import { assignToArm } from '../src/verbs/experiment/assign-operation.ts'
import { readNamedExperiment } from '../src/verbs/experiment/find-operation.ts'
import { reportOutcome } from '../src/verbs/ledger/operation.ts'
import { recordOutcome } from '../src/verbs/experiment/record-operation.ts'
import { bothEngines } from './support/engines.ts'
import { declarationOf } from './support/experiment.ts'
import { assignInProcess } from './support/assign-process.ts'
import { scratch, testApp } from './support/store.ts'

const PROJECT = '/home/sam/shop'
const WORDS = 'Run the linter before the tests.'

for (const { engine, address } of bothEngines()) {
  suite(engine, () => {
    const begin = async (t: Parameters<typeof scratch>[0], given: Partial<Declaration> = {}) => {
      const directory = scratch(t)
      const place = address(directory)
      const store: Connection = await openStore(place)
      t.after(() => void store.close())
      const share = given.design === 'reversal' ? null : 0.5
      const declaration = declarationOf({
        design: 'live',
        name: 'live',
        tasks: [],
        project: PROJECT,
        arms: [
          { name: 'cold', treatment: { kind: 'cold' }, share },
          { name: 'warm', treatment: { kind: 'warm' }, share },
        ],
        ...given,
      })
      const id = declarationHash(declaration)
      const givens = { cold: { text: '', history: null }, warm: { text: WORDS, history: null } }
      const setup = {
        tasks: null,
        isLocal: false,
        command: null,
        givens,
        template: null,
        trialUsd: null,
        phaseSessions: 2,
      }
      await declareExperiment(store, 'sam', { id, declaration, setup, budgetUsd: null, pairs: [] })
      const app = { ...testApp(directory, place), owner: 'sam' }
      const happen = async (
        sessionKey: string,
        moment: { kind: 'start' | 'compaction' | 'resume' } = { kind: 'start' },
        cwd = PROJECT,
      ) =>
        (
          await deliver(store, { ...moment, sessionKey, cwd } as Moment, {
            owner: 'sam',
            source: 'some-agent',
            machine: 'test',
            now: 1_000,
            env: {},
            mostBytes: 10_000,
            isNear: () => false,
          })
        ).text
      return { store, id, app, happen }
    }
    const armsOf = (store: Connection) =>
      store.all<{ task: string; arm: string; exposed: number | null; propensity: number | null; repeat: number }>(
        'select task, arm, exposed, propensity, repeat from trial order by task',
      )

    test('half of the sessions get the words of the warm arm, once, and it stands in the store who did', async (t) => {
      const { store, happen } = await begin(t)
      const given = new Map<string, string | undefined>()
      for (let index = 0; index < 40; index++) given.set(`s-${index}`, await happen(`s-${index}`))
      const rows = await armsOf(store)
      assert.equal(rows.length, 40)
      for (const { task, arm, exposed, propensity } of rows) {
        assert.equal(given.get(task), arm === 'warm' ? WORDS : undefined)
        assert.equal(exposed, arm === 'warm' ? 1 : 0)
        assert.equal(propensity, 0.5)
      }
      assert.ok(rows.some(({ arm }) => arm === 'warm') && rows.some(({ arm }) => arm === 'cold'))
    })

    test('a session keeps its arm over restarts, gets its words again after a compaction alone, and other projects get nothing', async (t) => {
      const { store, happen } = await begin(t)
      let key = 0
      while ((await happen(`s-${key}`)) === undefined) key++
      assert.equal(await happen(`s-${key}`), undefined, 'a second start gives nothing')
      assert.equal(await happen(`s-${key}`, { kind: 'compaction' }), WORDS)
      assert.equal(await happen(`s-${key}`, { kind: 'resume' }), undefined)
      const before = (await armsOf(store)).length
      assert.equal(await happen('elsewhere', { kind: 'start' }, '/home/sam/other'), undefined)
      assert.equal((await armsOf(store)).length, before)
    })

    test('sessions of a live experiment enter no figure of a single lesson, whatever their arm', async (t) => {
      const { store, happen } = await begin(t)
      for (let index = 0; index < 10; index++) await happen(`s-${index}`)
      assert.deepEqual(await store.all('select * from lesson_draw'), [])
      assert.deepEqual(await store.all('select * from exposure'), [])
    })

    test('a program asks for the arm itself, and says later how the session went', async (t) => {
      const { store, app, id } = await begin(t)
      const asked = { name: 'live', session: 's-1', taskType: 'code', model: 'some-model' }
      const assigned = await assignToArm(app, store, asked)
      assert.deepEqual(await assignToArm(app, store, asked), assigned)
      assert.equal(assigned.text, assigned.arm === 'warm' ? WORDS : '')
      await recordOutcome(app, store, {
        name: 'live',
        subject: 's-1',
        arm: undefined,
        repeat: undefined,
        end: 'pass',
        reason: undefined,
        score: undefined,
        rating: 5,
        replaces: false,
      })
      const [trial] = (await readExperiment(store, id))?.trials ?? []
      assert.deepEqual(
        [trial?.end, trial?.metrics.rating, trial?.model, trial?.taskType],
        ['pass', 1, 'some-model', 'code'],
      )
    })

    test('arms are balanced among sessions of a task type and a model, by several processes at once, and a restart keeps them', async (t) => {
      const { store, app, id } = await begin(t)
      const processes = await Promise.all(
        [1, 2, 3].map((number) =>
          assignInProcess({ store: app.storeAddress, experiment: id, sessions: 24, prefix: `p${number}` }),
        ),
      )
      const said = processes.flat()
      const rows = await store.all<{
        task: string
        arm: string
        taskType: string
        model: string
        propensity: number
        at: number
      }>(
        'select task, arm, task_type as "taskType", model, propensity, started_at as at from trial order by started_at',
      )
      assert.equal(rows.length, 72)
      assert.equal(new Set(rows.map(({ at }) => at)).size, 72, 'every draw stands behind the last one')
      for (const own of Map.groupBy(rows, ({ taskType, model }) => `${taskType} ${model}`).values()) {
        assert.equal(own.length, 18)
        let ahead = 0
        for (const { arm, propensity } of own) {
          const chance = ahead === 0 ? 0.5 : (arm === 'warm') === ahead < 0 ? 2 / 3 : 1 / 3
          assert.ok(
            Math.abs(propensity - chance) < 1e-12,
            'each draw knew of all before it, and wrote its own chance down',
          )
          ahead += arm === 'warm' ? 1 : -1
          assert.ok(Math.abs(ahead) <= 6)
        }
      }
      for (const { session, arm, propensity } of said) {
        const again = await assignToArm(app, store, { name: id, session, taskType: 'other', model: 'another' })
        assert.deepEqual([again.arm, again.propensity], [arm, propensity])
      }
      assert.equal((await armsOf(store)).length, 72)
    })

    test('where neither task type nor model is known, the hash alone decides, in whatever order sessions come', async (t) => {
      const { store, app } = await begin(t)
      const draw = (session: string, more: { taskType?: string; model?: string } = {}) =>
        assignToArm(app, store, { name: 'live', session, taskType: more.taskType, model: more.model })
      const keys = Array.from({ length: 30 }, (_, index) => `s-${index}`)
      const one = new Map<string, string>()
      for (const key of keys) {
        const { arm, propensity, balancedBy } = await draw(key)
        assert.deepEqual([propensity, balancedBy], [0.5, []])
        one.set(key, arm)
      }
      await store.run('delete from trial')
      for (const key of keys.toReversed()) assert.equal((await draw(key)).arm, one.get(key))
      assert.deepEqual((await draw('known', { model: 'model-a' })).balancedBy, ['model'], 'as a hook knows it')
      assert.deepEqual((await draw('both', { model: 'model-a', taskType: 'code' })).balancedBy, ['task-type', 'model'])
    })

    test('a reported outcome ends the trial of a session, and its figures come from its history', async (t) => {
      const { store, app, id } = await begin(t)
      for (const session of ['s-1', 's-2', 's-3'])
        await assignToArm(app, store, { name: 'live', session, taskType: undefined, model: undefined })
      const report = (sessionKey: string, outcome: 'ok' | 'failed') =>
        reportOutcome(app, store, { sessionKey, outcome, by: 'person' })
      assert.deepEqual(await report('s-1', 'failed'), { entries: 0, trials: 1 })
      await report('s-1', 'ok')
      await report('s-2', 'failed')
      await assert.rejects(report('s-9', 'ok'), { code: 'no-such-entry' })
      await assert.rejects(
        reportOutcome(app, store, { owner: 'kim', sessionKey: 's-1', outcome: 'failed', by: 'person' }),
      )
      await store.run(
        `insert into session (id, source, native_id, owner, model, started_at, last_at, messages, user_messages,
           input_tokens, output_tokens, rank, file_id, made_by, changed)
         values ('own', 'some-agent', 's-1', 'sam', 'model-a', 1000, 61000, 2, 1, 40, 2, 0, 'file', 'test', 1)`,
      )
      await store.run(
        `insert into call (id, session_id, call_id, tool, kind, trivial, outcome, cause, rung, rule, evidence, masked, position,
           seeded, at, file_id, line, block, result_line, rank, copy_key, copies, turn, made_by, seen_in, subject, intent, input)
         values ('call', 'own', 'c', 'Bash', 'shell', 0, 'error', 'agent', 'exit', 'exit', 'exit code 1', 0, 1,
           0, 2000, 'file', 1, 0, 2, 0, 'copy', 1, 1, 'test', 0, 'go tset', '', '')`,
      )
      const { trials } = await readNamedExperiment(app, store, 'live')
      assert.deepEqual(
        trials.map(({ task, end, model }) => [task, end, model]),
        [
          ['s-1', 'pass', 'model-a'],
          ['s-2', 'fail', null],
        ],
      )
      const [back, away] = trials
      assert.deepEqual(back?.metrics, { steps: 1, 'agent-errors': 1, tokens: 42, seconds: 60 })
      assert.deepEqual(away?.metrics, {}, 'a session that did not come back has no figures')
      assert.deepEqual((await readExperiment(store, id))?.trials, trials)
    })

    test('after its end sessions do not count any more: most get what helped, none what did not', async (t) => {
      const { store, app, id } = await begin(t)
      await setExperimentState(store, id, { state: 'done' })
      const given = async (): Promise<number> => {
        let warm = 0
        for (let index = 0; index < 40; index++) {
          const { arm, recorded } = await assignToArm(app, store, {
            name: 'live',
            session: `s-${index}`,
            taskType: undefined,
            model: undefined,
          })
          assert.equal(recorded, false)
          if (arm === 'warm') warm++
        }
        return warm
      }
      await writeVerdict(store, id, 'hurts')
      assert.equal(await given(), 0)
      await writeVerdict(store, id, 'helps')
      assert.ok((await given()) > 28)
      assert.deepEqual(await armsOf(store), [])
    })

    /** Draws sessions and says how each ended, so that warm ones go better. */
    const livedThrough = async (app: App, store: Connection, sessions: number): Promise<number> => {
      let recorded = 0
      for (let index = 0; index < sessions; index++) {
        const session = `s-${index}`
        const drawn = await assignToArm(app, store, { name: 'live', session, taskType: undefined, model: undefined })
        if (!drawn.recorded) continue
        recorded++
        const outcome = drawn.arm === 'warm' || index % 4 === 0 ? 'ok' : 'failed'
        await reportOutcome(app, store, { sessionKey: session, outcome, by: 'person' })
      }
      return recorded
    }
    const stateOf = async (store: Connection) => {
      const [row] = await store.all('select state, reason, verdict from experiment')
      return { ...row }
    }

    test('sessions are held cold until a verdict stands: the next sync ends the experiment', async (t) => {
      const { store, app, happen } = await begin(t)
      await livedThrough(app, store, 20)
      await settleOpenLive(store, 'sam')
      assert.deepEqual(await stateOf(store), { state: 'running', reason: null, verdict: null })
      await livedThrough(app, store, 120)
      await settleOpenLive(store, 'kim')
      assert.equal((await stateOf(store))['state'], 'running', 'of others nothing is ended')
      await settleOpenLive(store, 'sam')
      assert.deepEqual(await stateOf(store), { state: 'done', reason: 'a verdict stands', verdict: 'helps' })
      const before = (await armsOf(store)).length
      await happen('later')
      assert.equal((await armsOf(store)).length, before, 'hooks give what they give every day again')
    })

    test('no more sessions are drawn than were declared, and the experiment ends when the last of them has', async (t) => {
      const { store, app } = await begin(t, { stopping: { rule: 'always-valid', most: 12 } })
      assert.equal(await livedThrough(app, store, 20), 12)
      assert.deepEqual((await stateOf(store))['state'], 'stopped')
      await store.run("update trial set state = 'waiting', ending = null where task = 's-3'")
      await settleOpenLive(store, 'sam')
      assert.equal((await stateOf(store))['state'], 'stopped', 'a session has yet to end')
      await reportOutcome(app, store, { sessionKey: 's-3', outcome: 'ok', by: 'person' })
      await settleOpenLive(store, 'sam')
      assert.deepEqual(await stateOf(store), {
        state: 'done',
        reason: 'all declared sessions have ended',
        verdict: 'not-enough-data',
      })
    })

    test('a declaration that was changed in the store is refused', async (t) => {
      const { store, app } = await begin(t)
      await store.run('update experiment set declaration = replace(declaration, \'"margin":0.05\', \'"margin":0.01\')')
      for (const use of [
        () => readNamedExperiment(app, store, 'live'),
        () => assignToArm(app, store, { name: 'live', session: 's', taskType: undefined, model: undefined }),
      ])
        await assert.rejects(use, { code: 'experiment-edited' })
      assert.deepEqual(await armsOf(store), [])
    })

    test('a reversal gives its arms in phases, and counts cycles', async (t) => {
      const { store, happen } = await begin(t, { design: 'reversal' })
      for (let index = 0; index < 8; index++) await happen(`s-${index}`)
      const rows = await armsOf(store)
      const arms = rows.map(({ arm }) => arm)
      assert.deepEqual(
        rows.map(({ repeat }) => repeat),
        [1, 1, 1, 1, 2, 2, 2, 2],
      )
      assert.ok(arms[0] === arms[1] && arms[1] !== arms[2] && arms[2] === arms[3] && arms[3] !== arms[4])
    })
  })
}
