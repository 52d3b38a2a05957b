import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { trialFolder } from '../src/experiment/trial-folder.ts'
import { readExperiment } from '../src/store/experiments/experiment.ts'
import { writeTasks } from './support/experiment-tasks.ts'
import { experimentPlace } from './support/planned-experiment.ts'

const textOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')

test("no folder above a trial is the person's, whose instructions and tool servers agents would read", async (t) => {
  const { root, app, plan, run } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 1)
  // As where a person keeps temporary files at home.
  app.place.home = root
  writeFileSync(join(root, 'CLAUDE.md'), 'words of a person')
  const seen = join(root, 'seen')
  await plan({
    command: `d=$PWD; while [ "$d" != / ]; do ls -A "$d/CLAUDE.md" 2>/dev/null; d=$(dirname "$d"); done >> ${seen}; pwd >> ${seen}`,
  })
  await run()
  const [cold, warm, ...others] = readFileSync(seen, 'utf8').trim().split('\n')
  assert.deepEqual(others, [])
  assert.equal(cold, warm, 'both arms run in one place')
  assert.ok(!cold?.startsWith(`${realpathSync(root)}/`))
  assert.ok(!existsSync(dirname(cold ?? '')), 'the place is free again')
})

test('a folder for trials that other users could write to is refused', async (t) => {
  const { root } = await experimentPlace(t)
  const before = process.env['TMPDIR']
  t.after(() => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  })
  process.env['TMPDIR'] = root
  mkdirSync(join(root, `warmstart-trials-${process.getuid?.() ?? 0}`), { mode: 0o755 })
  await assert.rejects(trialFolder({ home: root, personHome: join(root, 'person') }), { code: 'trial-folder' })
})

test('temporary files of one trial are not there in the next', async (t) => {
  const { root, plan, run, store } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 2)
  const { id } = await plan({ command: 'test ! -e "$TMPDIR/left" && touch "$TMPDIR/left"' })
  await run()
  const trials = (await readExperiment(store, id))?.trials ?? []
  assert.deepEqual(
    trials.map(({ end }) => end),
    ['fail', 'fail', 'fail', 'fail'],
  )
})

test('a key that an agent prints or writes into its home is not kept', async (t) => {
  const { root, app, plan, run, store } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 1)
  const key = 'made-up-key-0123456789'
  app.place.env = { ...app.place.env, MADE_UP_KEY: key, MADE_UP_SETTINGS: `{"auth":{"token":"${key}-other"}}` }
  const { id } = await plan({
    command:
      'echo "said: $MADE_UP_KEY"; echo "$MADE_UP_SETTINGS" > "$HOME/settings"; echo "$MADE_UP_KEY" > "$HOME/key"; chmod 400 "$HOME/key"',
  })
  await run({ passed: ['MADE_UP_KEY', 'MADE_UP_SETTINGS'] })
  const trials = (await readExperiment(store, id))?.trials ?? []
  assert.deepEqual(
    trials.map(({ end }) => end),
    ['fail', 'fail'],
  )
  const kept = textOf(app.home)
  assert.match(kept, /said: \*{22}/, 'the log itself is kept')
  assert.ok(!kept.includes(key))
})
