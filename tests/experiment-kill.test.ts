import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Connection } from '../src/store/connection.ts'
import { experimentsNamed, readExperiment } from '../src/store/experiments/experiment.ts'
import { openStore } from '../src/store/open.ts'
import { bothEngines } from './support/engines.ts'
import { eventually } from './support/eventually.ts'
import { writeTasks } from './support/experiment-tasks.ts'
import { scratch } from './support/store.ts'

const ENTRY = join(import.meta.dirname, '..', 'src', 'interfaces', 'cli', 'enter.mjs')
const TASKS = 6
const REPEATS = 2
const TRIALS = TASKS * REPEATS * 2

/** An agent that says when it begins and when it is done; with `code-first` in its prompt it does the task. */
const AGENT = `
n=$(printf '%s' "$PROMPT" | sed -n 's/.*the number \\([0-9]*\\) .*/\\1/p')
arm=cold; case "$PROMPT" in *"a program can check"*) arm=warm; echo "$n" > out.txt;; esac
echo "begun $n $arm" >> "$EFFECTS"
sleep 0.3
echo "ended $n $arm" >> "$EFFECTS"
`

for (const { engine, address } of bothEngines()) {
  suite(engine, () => {
    const place = (t: Parameters<typeof scratch>[0]) => {
      const root = scratch(t)
      const tasks = writeTasks(join(root, 'tasks'), TASKS)
      writeFileSync(join(root, 'agent.sh'), AGENT)
      const effects = join(root, 'effects')
      const store = address(root)
      const children: ChildProcess[] = []
      t.after(() => {
        for (const child of children) child.kill('SIGKILL')
      })
      const start = (words: readonly string[], home = 'home') => {
        mkdirSync(join(root, home), { recursive: true })
        const child = spawn(process.execPath, [ENTRY, 'experiment', ...words, '--store', store], {
          cwd: root,
          env: { PATH: process.env['PATH'], HOME: join(root, home), EFFECTS: effects, WARMSTART_OWNER: 'sam' },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        children.push(child)
        let said = ''
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
        return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said })) }
      }
      const lines = (): string[] => (existsSync(effects) ? readFileSync(effects, 'utf8').trim().split('\n') : [])
      const plan = async (): Promise<void> => {
        const command = `sh ${join(root, 'agent.sh')}`
        const flags = [
          '--runner',
          'command',
          '--command',
          command,
          '--arms',
          'cold,code-first',
          '--repeats',
          String(REPEATS),
        ]
        const { code, said } = await start(['plan', 'kill', '--tasks', tasks, '--n', String(TASKS), ...flags]).ended
        assert.equal(code, 0, said)
      }
      const run = (home?: string) =>
        start(['run', 'kill', '--yes', '--lease-seconds', '2', '--pass-env', 'EFFECTS'], home)
      return { plan, run, lines, store }
    }
    const requireWhole = async (store: Connection, effects: readonly string[]): Promise<void> => {
      const [found] = await experimentsNamed(store, 'sam', 'kill')
      assert.equal(found?.state, 'done')
      const trials = (await readExperiment(store, found?.id ?? ''))?.trials ?? []
      assert.equal(trials.length, TRIALS, 'no trial is lost')
      const keys = new Set(trials.map(({ task, repeat, arm }) => `${task} ${repeat} ${arm}`))
      assert.equal(keys.size, TRIALS, 'no trial counts twice')
      assert.ok(trials.every(({ end, arm }) => end === (arm === 'cold' ? 'fail' : 'pass')))
      // A trial that came to its end is not run again: only the one that was cut off is.
      const rows = await store.all<{ attempts: number }>('select sum(attempt) as attempts from trial_pair')
      const begun = effects.filter((line) => line.startsWith('begun')).length
      assert.ok(begun >= TRIALS && begun <= TRIALS + 2 * (rows[0]?.attempts ?? 0), `${begun} were begun`)
    }

    test('a run that is killed at any moment goes on where it was, and runs nothing twice', async (t) => {
      const { plan, run, lines, store: path } = place(t)
      await plan()
      let kills = 0
      for (const after of [2, 7, 12]) {
        const { child, ended } = run()
        await eventually(() => lines().length >= after, `${after} lines of effects`)
        child.kill('SIGKILL')
        await ended
        kills++
      }
      const last = await run().ended
      assert.equal(last.code, 0, last.said)
      const store = await openStore(path)
      t.after(() => void store.close())
      await requireWhole(store, lines())
      const begun = lines().filter((line) => line.startsWith('begun')).length
      assert.ok(
        begun <= TRIALS + kills,
        `${begun} begun after ${kills} kills: only trials that were cut off are begun again`,
      )
    })

    test('three workers share an experiment, and the work of one that is killed is done by the others', async (t) => {
      const { plan, run, lines, store: path } = place(t)
      await plan()
      const workers = ['one', 'two', 'three'].map((home) => run(home))
      await eventually(() => lines().length >= 6, 'the first trials')
      workers[0]?.child.kill('SIGKILL')
      for (const { ended } of workers.slice(1)) {
        const { code, said } = await ended
        assert.equal(code, 0, said)
      }
      const store = await openStore(path)
      t.after(() => void store.close())
      await requireWhole(store, lines())
    })
  })
}
