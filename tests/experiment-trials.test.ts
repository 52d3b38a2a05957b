import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { NOTHING_GIVEN } from '../src/experiment/runners/runner.ts'
import { createAgentRunner } from '../src/experiment/runners/agent-runner.ts'
import { COMMAND_AGENTS } from '../src/experiment/runners/registry.ts'
import { makePlace, trialEnvironment } from '../src/experiment/trial-place.ts'
import { AppError } from '../src/lib/error.ts'
import { readExperiment } from '../src/store/experiments/experiment.ts'
import { writeTasks } from './support/experiment-tasks.ts'
import { experimentPlace } from './support/planned-experiment.ts'
import { scratch } from './support/store.ts'

const DOES = `n=$(printf '%s' "$PROMPT" | sed -n 's/.*the number \\([0-9]*\\) .*/\\1/p'); echo "$n" > out.txt`

suite('a runner that misbehaves', () => {
  const BAD: [what: string, command: string, reason: RegExp][] = [
    ['crashes', 'exit 3', /exit code 3/],
    ['is killed', 'kill -9 $$', /SIGKILL/],
    ['hangs', 'sleep 600 & sleep 600', /did not end within 1 s/],
    ['prints without end', 'yes', /more than 1 MB of output/],
    ['fills the disk', 'while :; do head -c 5000000 /dev/zero >> big; sleep 0.01; done', /more than 20 MB to the disk/],
  ]
  for (const [what, command, reason] of BAD)
    test(`that ${what} makes trials invalid with the reason, and the pair is run three times at most`, async (t) => {
      const { root, plan, run, store } = await experimentPlace(t)
      writeTasks(join(root, 'tasks'), 1)
      // Long for what does end, short for what does not.
      const seconds = what === 'hangs' ? 1 : 60
      const file = join(root, 'tasks', 't1', 'task.md')
      writeFileSync(file, readFileSync(file, 'utf8').replace('timeout: 120', `timeout: ${seconds}`))
      const { id } = await plan({ command })
      const { end, status } = await run()
      assert.equal(end, 'done')
      const trials = (await readExperiment(store, id))?.trials ?? []
      assert.equal(trials.length, 3)
      for (const trial of trials) {
        assert.equal(trial.end, 'invalid')
        assert.match(trial.reason ?? '', reason)
      }
      assert.equal(status.verdict, 'not-enough-data')
    })
})

test('a pair whose second trial breaks once is run again as a whole, and then counts', async (t) => {
  const { root, plan, run, store } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 1)
  const mark = join(root, 'broke-once')
  const command = `${DOES}; case "$PROMPT" in *"a program can check"*) test -e ${mark} || { touch ${mark}; exit 9; };; esac`
  const { id } = await plan({ command })
  await run()
  const trials = (await readExperiment(store, id))?.trials ?? []
  assert.deepEqual(trials.map(({ arm, end }) => `${arm} ${end}`).toSorted(), [
    'code-first invalid',
    'code-first pass',
    'cold pass',
  ])
})

test('a task that changes during the run stops the experiment with a sentence', async (t) => {
  const { root, plan, run, store } = await experimentPlace(t)
  const tasks = writeTasks(join(root, 'tasks'), 2)
  for (const task of ['t1', 't2']) {
    mkdirSync(join(tasks, task, 'start'))
    writeFileSync(join(tasks, task, 'start', 'code.txt'), 'as declared')
  }
  const { id } = await plan({ command: `${DOES}; for t in t1 t2; do echo changed >> ${tasks}/$t/start/code.txt; done` })
  await assert.rejects(run(), { code: 'task-changed' })
  const [row] = await store.all<{ state: string; reason: string }>(
    'select state, reason from experiment where id = ?',
    [id],
  )
  assert.equal(row?.state, 'stopped')
  assert.match(row?.reason ?? '', /files have changed/)
  assert.deepEqual((await readExperiment(store, id))?.trials, [])
  await assert.rejects(run(), { code: 'task-changed' }, 'nor does a further run begin')
})

test('a changed plan is another experiment, an unchanged one is the same', async (t) => {
  const { root, plan } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 1)
  const first = await plan({ command: DOES })
  const same = await plan({ command: DOES })
  assert.deepEqual([same.id, same.state], [first.id, 'known'])
  const other = await plan({ command: DOES, margin: 0.1 })
  assert.notEqual(other.id, first.id)
  assert.equal(other.state, 'written')
})

test('nothing of one trial reaches the next: not its files, not its home, not its environment', async (t) => {
  const { root, plan, run, app, store } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 1)
  app.place.env = { ...app.place.env, NAMED: 'named', UNNAMED_SECRET: 'unnamed' }
  const log = join(root, 'seen')
  const command = `ls -A . "$HOME" >> ${log}; env | sort >> ${log}; touch "$HOME/leak" leak; ${DOES}`
  const { id } = await plan({ command, repeats: 2 })
  await run({ passed: ['NAMED'] })
  const seen = readFileSync(log, 'utf8')
  assert.equal((await readExperiment(store, id))?.trials.length, 4)
  assert.ok(!/^leak$/m.test(seen))
  assert.match(seen, /^NAMED=named$/m)
  assert.ok(!seen.includes('unnamed'))
  const stored = await store.all<{ setup: string; declaration: string }>('select setup, declaration from experiment')
  assert.ok(!JSON.stringify(stored).includes('"named"'), 'values of variables are not stored')
})

test('every variable by which an agent finds its home points into the trial, whatever the starter has set', () => {
  const names = [
    'HOME',
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_STATE_HOME',
    'XDG_CACHE_HOME',
    'CLAUDE_CONFIG_DIR',
    'CODEX_HOME',
    'HERMES_HOME',
    'WARMSTART_HOME',
  ]
  const starter = Object.fromEntries([...names, 'API_KEY', 'PATH'].map((name) => [name, `/home/sam/${name}`]))
  const env = trialEnvironment(starter, { home: '/trial/home', passed: ['API_KEY', 'HOME'] })
  for (const name of names) assert.ok(env[name]?.startsWith('/trial/home'), `${name}: ${env[name]}`)
  assert.deepEqual([env['API_KEY'], env['PATH']], ['/home/sam/API_KEY', '/home/sam/PATH'])
  assert.equal(env['TMPDIR'], '/trial/tmp')
  assert.deepEqual(Object.keys(env).toSorted(), [...names, 'API_KEY', 'PATH', 'TMPDIR'].toSorted())
})

test('one look after fewer tasks than there are: the run ends there, and the look is the declared one', async (t) => {
  const { root, plan, run, store } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 4)
  const planned = await plan({ command: DOES, repeats: 2, stopping: { rule: 'fixed', n: 2 } })
  assert.deepEqual([planned.look, planned.trials], [2, 8])
  const { end, status } = await run()
  assert.deepEqual([end, status.state, status.reason], ['verdict', 'done', 'the declared tasks have run'])
  assert.equal((await readExperiment(store, planned.id))?.trials.length, 8)
})

test('one look after more tasks than there are is one after all of them', async (t) => {
  const { root, plan, run, store } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 2)
  const planned = await plan({ command: DOES, repeats: 2, stopping: { rule: 'fixed', n: 50 } })
  assert.deepEqual([planned.look, planned.trials], [2, 8])
  assert.equal((await run()).end, 'done')
  assert.equal((await readExperiment(store, planned.id))?.trials.length, 8)
})

test('a person rates what no program can check', async (t) => {
  const { root, plan, run, store, app } = await experimentPlace(t)
  mkdirSync(join(root, 'tasks', 'essay'), { recursive: true })
  writeFileSync(join(root, 'tasks', 'essay', 'task.md'), '---\ncheck: person\n---\nWrite an essay.\n')
  const { id } = await plan({ command: 'echo essay > essay.txt' })
  const { status } = await run()
  assert.equal(status.trials.unrated, 2)
  const { recordOutcome } = await import('../src/verbs/experiment/record-operation.ts')
  const said = {
    name: 'shop',
    subject: 'essay',
    repeat: undefined,
    reason: undefined,
    score: undefined,
    replaces: false,
  }
  await assert.rejects(recordOutcome(app, store, { ...said, arm: undefined, end: 'pass', rating: 4 }), {
    code: 'ambiguous',
  })
  const first = await recordOutcome(app, store, { ...said, arm: 'cold', end: 'pass', rating: 4 })
  assert.equal(first.changed, true)
  assert.equal((await recordOutcome(app, store, { ...said, arm: 'cold', end: 'pass', rating: 4 })).changed, false)
  await assert.rejects(recordOutcome(app, store, { ...said, arm: 'cold', end: 'fail', rating: undefined }), {
    code: 'already-recorded',
  })
  await recordOutcome(app, store, { ...said, arm: 'cold', end: 'fail', rating: undefined, replaces: true })
  await recordOutcome(app, store, { ...said, arm: 'code-first', end: 'pass', rating: 5 })
  const trials = (await readExperiment(store, id))?.trials ?? []
  assert.deepEqual(trials.map(({ arm, end, metrics }) => `${arm} ${end} ${metrics.rating ?? ''}`).toSorted(), [
    'code-first pass 1',
    'cold fail 0.75',
  ])
})

test('an interrupted run loses no trial and counts none twice', async (t) => {
  const { root, plan, run, store } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 3)
  const { id } = await plan({ command: DOES })
  const stop = new AbortController()
  const { end, status } = await run({ signal: stop.signal, onTrial: () => stop.abort() })
  assert.equal(end, 'stopped')
  assert.equal(status.trials.done, 1)
  assert.equal((await run()).end, 'done')
  assert.equal((await readExperiment(store, id))?.trials.length, 6)
  await assert.rejects(run(), { code: 'nothing-to-run' })
})

test('arms that would give nothing, or the same, are refused before anything runs', async (t) => {
  const { root, plan } = await experimentPlace(t)
  writeTasks(join(root, 'tasks'), 1)
  await assert.rejects(plan({ command: DOES, arms: 'cold,warm' }), { code: 'nothing-to-give' })
  await assert.rejects(plan({ command: DOES, arms: 'cold,only-patterns' }), AppError)
  await assert.rejects(plan({ tasks: join(root, 'nowhere'), command: DOES }), { code: 'no-such-file' })
})

suite('agents behind a command line', () => {
  for (const agent of COMMAND_AGENTS)
    test(`${agent.title}: both arms carry the same files and arguments but for the words of the arm`, async (t) => {
      const root = scratch(t)
      const bin = join(root, 'bin')
      mkdirSync(bin)
      // Runs its own hook as the agent would, and keeps everything that it was started with.
      writeFileSync(
        join(bin, agent.program),
        `#!/bin/sh\nout="$OUT"\nprintf '%s\\n' "$@" > "$out/args"\nenv | grep -v '^OUT=' | sort > "$out/env"\n(cd "$HOME" && find . -type f | sort | while read f; do echo "$f"; cat "$f"; done) > "$out/home"\nif [ -e ../hook.sh ]; then echo '{}' | sh ../hook.sh > "$out/hook"; fi\n`,
      )
      chmodSync(join(bin, agent.program), 0o755)
      const person = join(root, 'person')
      if (agent.login !== null) {
        mkdirSync(join(person, agent.login, '..'), { recursive: true })
        writeFileSync(join(person, agent.login), 'login-of-a-person')
      }
      const path = `${bin}:${process.env['PATH'] ?? ''}`
      const runner = createAgentRunner(agent, {
        words: ['--effort', 'low'],
        personHome: person,
        copiesLogin: true,
        path,
        readSession: async () => ({ session: null, model: null, metrics: {} }),
      })
      await runner.prepare()
      const seen = new Map<string, Record<string, string>>()
      for (const [arm, given] of [
        ['cold', NOTHING_GIVEN],
        ['warm', { text: 'Mind the gap.', history: null }],
      ] as const) {
        const out = join(root, arm)
        mkdirSync(out)
        const place = await makePlace(join(root, 'trial'))
        const ran = await runner.run({
          prompt: 'Do the task.',
          given,
          place,
          model: 'some-model',
          env: { ...trialEnvironment({ PATH: path }, { home: place.home }), OUT: out },
          id: `test-${process.pid}-${agent.name}`,
          limits: { timeoutMs: 60_000, mostOutputBytes: 1_000_000, mostDiskBytes: 1_000_000 },
          signal: new AbortController().signal,
        })
        assert.equal(ran.broken, null)
        assert.equal(ran.exposed, true)
        seen.set(arm, Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name), 'utf8')])))
        assert.ok(agent.login === null || !existsSync(join(place.home, agent.login)), 'no login is kept')
      }
      const [cold, warm] = [seen.get('cold') ?? {}, seen.get('warm') ?? {}]
      assert.match(cold['home'] ?? '', /login-of-a-person/)
      assert.equal(warm['home'], cold['home'])
      assert.equal(warm['env'], cold['env'])
      assert.match(cold['args'] ?? '', /^--effort\nlow$/m, 'words that were declared reach the agent')
      if (agent.gives === 'hook') {
        assert.equal(warm['args'], cold['args'])
        assert.equal(cold['hook'], '')
        assert.match(warm['hook'] ?? '', /Mind the gap/)
      } else assert.equal(warm['args']?.replace('Mind the gap.\n\n', ''), cold['args'])
    })

  test('one that is not installed is told before anything runs', async (t) => {
    const { root, plan, run } = await experimentPlace(t)
    writeTasks(join(root, 'tasks'), 1)
    await plan({ runner: 'opencode', command: undefined })
    await assert.rejects(run(), { code: 'no-such-program' })
    await assert.rejects(run({ isAllowed: false }), { code: 'usage' })
  })
})

test('a login file that nobody agreed to copy stays where it is', async (t) => {
  for (const agent of COMMAND_AGENTS.filter(({ login }) => login !== null)) {
    const root = scratch(t)
    const bin = join(root, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, agent.program), '#!/bin/sh\ngrep -rl login-of-a-person "$HOME" > "$OUT" || true\n')
    chmodSync(join(bin, agent.program), 0o755)
    const person = join(root, 'person')
    mkdirSync(join(person, agent.login ?? '', '..'), { recursive: true })
    writeFileSync(join(person, agent.login ?? ''), 'login-of-a-person')
    const path = `${bin}:${process.env['PATH'] ?? ''}`
    const found = async (copiesLogin: boolean): Promise<string> => {
      const readSession = async () => ({ session: null, model: null, metrics: {} })
      const runner = createAgentRunner(agent, { personHome: person, copiesLogin, words: [], path, readSession })
      const place = await makePlace(join(root, 'trial'))
      await runner.run({
        prompt: 'Do the task.',
        given: NOTHING_GIVEN,
        place,
        model: null,
        env: { ...trialEnvironment({ PATH: path }, { home: place.home }), OUT: join(root, 'out') },
        id: `test-${process.pid}-${agent.name}-login`,
        limits: { timeoutMs: 60_000, mostOutputBytes: 1_000_000, mostDiskBytes: 1_000_000 },
        signal: new AbortController().signal,
      })
      return readFileSync(join(root, 'out'), 'utf8')
    }
    assert.equal(await found(false), '', agent.title)
    assert.notEqual(await found(true), '', agent.title)
  }
})
