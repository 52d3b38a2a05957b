import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import pc from 'picocolors'
import { declarationHash } from '../src/experiment/declaration-hash.ts'
import { selectTemplate } from '../src/provision/run-select.ts'
import type { Verdict } from '../src/schema/experiment.ts'
import { refreshReady } from '../src/provision/run-ready.ts'
import type { Template } from '../src/schema/listing/template.ts'
import type { Connection } from '../src/store/connection.ts'
import { declareExperiment, setExperimentState, writeVerdict } from '../src/store/experiments/experiment.ts'
import { addTrials } from '../src/store/experiments/trial-record.ts'
import { addExposure, setOutcome } from '../src/store/templates/exposure.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { deliver } from '../src/verbs/hook/deliver-operation.ts'
import { ledger } from '../src/verbs/ledger/operation.ts'
import { ledgerLines } from '../src/verbs/ledger/show.ts'
import { waiting } from '../src/verbs/review/operation.ts'
import { reviewListLines } from '../src/verbs/review/show.ts'
import { bothEngines } from './support/engines.ts'
import { declarationOf, trialResult } from './support/experiment.ts'
import { scratch, testApp } from './support/store.ts'
import { patternDraft, templateDraft } from './support/template-fixture.ts'

const SCREEN = { width: 80, colors: pc.createColors(false) }

for (const { engine, address } of bothEngines()) {
  suite(engine, () => {
    const begin = async (t: TestContext) => {
      const directory = scratch(t)
      const store = await openStore(address(directory))
      t.after(() => void store.close())
      const app = { ...testApp(directory), owner: 'sam' }
      return { store, app, template: await saved(store) }
    }
    const saved = async (store: Connection, draft = templateDraft()): Promise<Template> => {
      const template = await saveTemplate(store, {
        owner: 'sam',
        name: 'shop',
        description: '',
        tags: [],
        state: 'active',
        draft,
        now: 1_000,
      })
      await refreshReady(store, { owner: 'sam', now: 1_000 })
      return template
    }
    const ended = async (
      store: Connection,
      { id, hash }: Template,
      { verdict = 'hurts', declaredAt = 1_000 }: { verdict?: Verdict; declaredAt?: number } = {},
    ): Promise<void> => {
      const declaration = declarationOf({ name: 'trial', model: 'model-a', declaredAt })
      const experiment = declarationHash(declaration)
      const setup = { templates: { warm: { id, hash } } }
      await declareExperiment(store, 'sam', { id: experiment, declaration, setup, budgetUsd: null, pairs: [] })
      // One of two tasks was done without the template and not with it.
      await addTrials(
        store,
        experiment,
        ['one', 'two'].flatMap((task) =>
          (['cold', 'warm'] as const).map((arm) => ({
            ...trialResult(task === 'one' && arm === 'cold' ? 'pass' : 'fail'),
            task,
            arm,
            taskType: null,
          })),
        ),
      )
      await setExperimentState(store, experiment, { state: 'done' })
      await writeVerdict(store, experiment, verdict)
    }
    const chosen = async (store: Connection, template: Template, model?: string) =>
      (await selectTemplate(store, { owner: 'sam', project: template.scope.project ?? undefined, model })).template

    test('a template that hurts with a model is not given to sessions of that model', async (t) => {
      const { store, template } = await begin(t)
      assert.equal(await chosen(store, template, 'model-a'), 'shop')
      await ended(store, template)
      assert.equal(await chosen(store, template, 'model-a'), null)
      assert.equal(await chosen(store, template, 'model-b'), 'shop')
      assert.equal(await chosen(store, template), 'shop', 'an unknown model is none that it hurts')
      const { reason } = await selectTemplate(store, {
        owner: 'sam',
        project: template.scope.project ?? undefined,
        model: 'model-a',
      })
      assert.match(reason, /shop fits, but an experiment found that it hurts with model-a/)
    })

    test('a hook that is told the model gives such a template to no session of it', async (t) => {
      const { store, template } = await begin(t)
      await ended(store, template)
      const cwd = template.scope.project ?? undefined
      const given = async (sessionKey: string, model: string) =>
        (
          await deliver(
            store,
            { kind: 'start', sessionKey, cwd, model },
            {
              owner: 'sam',
              source: 'some-agent',
              machine: 'test',
              now: 1_000,
              env: {},
              mostBytes: 100_000,
              isNear: () => false,
            },
          )
        ).text
      assert.equal(await given('one', 'model-a'), undefined)
      assert.match((await given('two', 'model-b')) ?? '', /go test/)
    })

    test('a later verdict that it helps, or another content, makes it eligible again', async (t) => {
      const { store, template } = await begin(t)
      await ended(store, template)
      const changed = await saved(store, templateDraft({ patterns: [patternDraft('go vet')] }))
      assert.equal(await chosen(store, changed, 'model-a'), 'shop')
      await ended(store, changed, { declaredAt: 2_000 })
      assert.equal(await chosen(store, changed, 'model-a'), null)
      await ended(store, changed, { verdict: 'helps', declaredAt: 3_000 })
      assert.equal(await chosen(store, changed, 'model-a'), 'shop')
    })

    test('a template that everyday use found to hurt is named with its figures as well', async (t) => {
      const { store, app, template } = await begin(t)
      // Forty sessions with it of which a quarter did what they were for, forty without it of which all did.
      for (let at = 0; at < 80; at++) {
        const arm = at % 2 === 0 ? 'warm' : 'cold'
        const { id: templateId, hash } = template
        const given = { templateId, hash, version: 1, at: 1_000 + at, how: 'hook', format: 'text', dose: 3, seen: [] }
        const drawn = { ...given, sessionKey: `session-${at}`, experiment: 'everyday', arm, propensity: 0.5 } as const
        const id = await addExposure(store, 'sam', drawn)
        const outcome = arm === 'cold' || at % 8 === 0 ? 'ok' : 'failed'
        await setOutcome(store, 'sam', { id, outcome, by: 'sam', at: 2_000 })
      }
      const [found, ...others] = (await waiting(store, app)).hurting
      assert.deepEqual(others, [])
      assert.deepEqual([found?.template, found?.experiment, found?.effect?.n], ['shop', null, 80])
      assert.ok(Math.abs((found?.effect?.estimate ?? 0) + 0.75) < 0.02 && (found?.effect?.high ?? 0) < 0)
      const shown = reviewListLines(await waiting(store, app), SCREEN).join(' ')
      assert.match(shown, /shop hurts, as everyday use found \(reported-success -0\.\d+.*`warmstart retire shop`/)
    })

    test('ledger and review name the command that retires what hurts, and retire nothing', async (t) => {
      const { store, app, template } = await begin(t)
      assert.deepEqual((await ledger(app, store, {})).hurting, [])
      await ended(store, template)
      const [given, list] = [await ledger(app, store, {}), await waiting(store, app)]
      const effect = { measure: 'success', estimate: -0.5, low: -1, high: 0.5, n: 2 }
      const [first] = given.hurting
      assert.deepEqual(given.hurting, [
        {
          template: 'shop',
          experiment: 'trial',
          model: 'model-a',
          effect: { ...effect, low: first?.effect?.low, high: first?.effect?.high },
          command: 'warmstart retire shop',
        },
      ])
      assert.ok((first?.effect?.low ?? 0) < -0.5 && (first?.effect?.high ?? -1) > -0.5)
      assert.deepEqual(list.hurting, given.hurting)
      for (const lines of [ledgerLines(given, SCREEN), reviewListLines(list, SCREEN)])
        assert.match(lines.join(' '), /shop hurts with model-a.*\(success -0\.500,.* n 2\).*`warmstart retire shop`/)
      assert.equal(await chosen(store, template, 'model-b'), 'shop')
    })
  })
}
