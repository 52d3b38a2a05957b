import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { analyse } from '../src/experiment/analyse.ts'
import { createRandom } from '../src/sample/random.ts'
import { openStore } from '../src/store/open.ts'
import { assignToArm } from '../src/verbs/experiment/assign-operation.ts'
import { readNamedExperiment } from '../src/verbs/experiment/find-operation.ts'
import { recordOutcome } from '../src/verbs/experiment/record-operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { bothEngines } from './support/engines.ts'
import { writeTasks } from './support/experiment-tasks.ts'
import { type NativeCall, writeNativeSession } from './support/native-session.ts'
import { experimentPlace, planIn } from './support/planned-experiment.ts'
import { scratch, testApp } from './support/store.ts'

const SHOP = '/home/sam/shop'
const DAY_MS = 86_400_000
const BEGAN = Date.UTC(2026, 2, 1)

const lost = (name: string): NativeCall => ({
  tool: 'Read',
  args: { file_path: `${SHOP}/src/${name}.ts` },
  result: 'File does not exist.',
  isError: true,
})
const fine: NativeCall = { tool: 'Bash', args: { command: 'git status' }, result: 'nothing to commit' }
const MISTAKES = ['one', 'two', 'three', 'four'].map(lost)

const writeSession = (root: string, id: string, { day, calls }: { day: number; calls: readonly NativeCall[] }) =>
  writeNativeSession(root, {
    agent: 'claude-code',
    id,
    directory: SHOP,
    startedAt: BEGAN + day * DAY_MS,
    steps: [{ user: 'Mend the cart.', calls: [fine, ...calls, fine] }],
  })

suite('mistakes made again in live sessions', () => {
  for (const { engine, address } of bothEngines())
    test(`a planted truth is found, by sessions that came back and without a word on how they ended (${engine})`, async (t) => {
      const root = scratch(t)
      const app = { ...testApp(root), owner: 'sam', now: () => BEGAN + 40 * DAY_MS }
      const store = await openStore(address(root))
      t.after(() => void store.close())
      const targets = [{ source: 'claude-code', path: join(root, 'claude') }]
      const plan = planIn(app, store, { project: SHOP, design: 'live', tasks: undefined, runner: null })
      const wanted = {
        primary: 'repeated-mistakes',
        margin: 0.2,
        stopping: { rule: 'always-valid', most: 200 },
      } as const
      await assert.rejects(plan(wanted), /no earlier session/)
      for (const [index, mistake] of MISTAKES.entries())
        writeSession(root, `old-${index}`, { day: index, calls: [mistake] })
      await sync(app, store, { targets, rebuild: false })
      const { id } = await plan(wanted)

      // Cold sessions make each known mistake with a chance of 1 in 2, warm ones of 1 in 10: 1.6 fewer of four.
      const random = createRandom(7)
      const planted = { cold: [] as number[], 'code-first': [] as number[] }
      for (let index = 0; index < 160; index++) {
        const session = `s-${index}`
        const { arm } = await assignToArm(app, store, { name: 'shop', session, taskType: undefined, model: undefined })
        const own = MISTAKES.filter(() => random.chance(arm === 'cold' ? 0.5 : 0.1))
        planted[arm as 'cold'].push(own.length)
        // Everybody also makes a mistake of their own, and one of another session of the experiment: neither was made before.
        const calls = [...own, ...own, lost(`own-${index}`), lost(`later-${index % 3}`)]
        if (index !== 5) writeSession(root, session, { day: 41, calls })
        if (index === 5) planted[arm as 'cold'].pop()
      }
      await sync(app, store, { targets, rebuild: false })
      const { declaration, trials } = await readNamedExperiment(app, store, 'shop')
      assert.equal(declaration.mistakes?.sessions, 4)
      const found = (arm: string): number[] =>
        trials.filter((trial) => trial.arm === arm).map(({ metrics }) => metrics['repeated-mistakes'] ?? Number.NaN)
      const byTask = (values: number[]): number[] => values.toSorted((one, other) => one - other)
      for (const arm of ['cold', 'code-first'] as const) assert.deepEqual(byTask(found(arm)), byTask(planted[arm]))
      assert.ok(!trials.some(({ task }) => task === 's-5'), 'a session that did not come back is unknown')

      const report = analyse(declaration, trials)
      assert.equal(report.verdict, 'helps')
      assert.ok((report.primary.alwaysValid?.low ?? 0) < -1.6 && (report.primary.alwaysValid?.high ?? -9) > -1.6)
      assert.ok(
        report.arms.every(({ success }) => success === null),
        'whether tasks were done is unknown, and not 0 %',
      )

      // What somebody says about its end changes nothing about its mistakes.
      const said = { subject: 's-1', arm: undefined, repeat: undefined, reason: undefined, score: undefined }
      await recordOutcome(app, store, { ...said, name: id, end: 'fail', rating: undefined, replaces: false })
      const again = await readNamedExperiment(app, store, 'shop')
      assert.equal(analyse(again.declaration, again.trials).primary.estimate, report.primary.estimate)
    })
})

/** Behaves like `claude -p`: runs its hook, does the task, and leaves a session in which mistakes depend on what it was given. */
const STAND_IN = `#!/bin/sh
hook=$(echo '{}' | sh ../hook.sh)
n=$(printf '%s' "$2" | sed -n 's/.*the number \\([0-9]*\\) .*/\\1/p')
echo "$n" > out.txt
case "$hook" in *program*) set -- two;; *) set -- one two three;; esac
mkdir -p "$CLAUDE_CONFIG_DIR/projects/p"
at=2026-05-01T00:00:0
{
  printf '{"type":"user","sessionId":"s","uuid":"u","cwd":"%s","version":"2.1.0","timestamp":"%s0Z","message":{"role":"user","content":"Do it."}}\\n' "$PWD" $at
  for name in "$@" new-$n; do
    printf '{"type":"assistant","sessionId":"s","uuid":"a-%s","cwd":"%s","version":"2.1.0","timestamp":"%s1Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"c-%s","name":"Read","input":{"file_path":"%s/src/%s.ts"}}]}}\\n' $name "$PWD" $at $name "$PWD" $name
    printf '{"type":"user","sessionId":"s","uuid":"r-%s","cwd":"%s","version":"2.1.0","timestamp":"%s2Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c-%s","content":"File does not exist.","is_error":true}]}}\\n' $name "$PWD" $at $name
  done
} > "$CLAUDE_CONFIG_DIR/projects/p/s.jsonl"
`

test('mistakes made again in paired trials are those of the project, whatever the directory of the trial is', async (t) => {
  const { root, app, store, plan, run } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 3)
  for (const [index, mistake] of MISTAKES.entries())
    writeSession(root, `old-${index}`, { day: index, calls: [mistake] })
  await sync(app, store, { targets: [{ source: 'claude-code', path: join(root, 'claude') }], rebuild: false })
  const bin = join(root, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'claude'), STAND_IN)
  chmodSync(join(bin, 'claude'), 0o755)
  app.place.env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` }
  await plan({ runner: 'claude-code', project: SHOP })
  await run()
  const { declaration, trials } = await readNamedExperiment(app, store, 'shop')
  assert.deepEqual(trials.map(({ arm, end, metrics }) => `${arm} ${end} ${metrics['repeated-mistakes']}`).toSorted(), [
    ...Array<string>(3).fill('code-first pass 1'),
    ...Array<string>(3).fill('cold pass 3'),
  ])
  assert.equal(declaration.mistakes, undefined, 'what is secondary is no part of the identity')
  const secondary = analyse(declaration, trials).secondary.find(({ metric }) => metric === 'repeated-mistakes')
  assert.deepEqual([secondary?.estimate, secondary?.better], [-2, 'less'])
})

test('without an earlier session of the project the metric is unknown, not zero', async (t) => {
  const { root, app, store, plan, run } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 1)
  const bin = join(root, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'claude'), STAND_IN)
  chmodSync(join(bin, 'claude'), 0o755)
  app.place.env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` }
  await plan({ runner: 'claude-code', project: SHOP })
  await run()
  const { trials } = await readNamedExperiment(app, store, 'shop')
  assert.ok(trials.length === 2 && trials.every(({ metrics }) => metrics['repeated-mistakes'] === undefined))
  assert.ok(trials.every(({ metrics }) => (metrics['agent-errors'] ?? 0) > 0))
})
