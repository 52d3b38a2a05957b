import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { openStore } from '../src/store/open.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { writeHistoryTasks } from '../src/verbs/experiment/from-history-operation.ts'
import { readTasks } from '../src/experiment/tasks/read-tasks.ts'
import { proveTask } from '../src/experiment/prove-task.ts'
import { bothEngines } from './support/engines.ts'
import { writeNativeSession } from './support/native-session.ts'
import { needs } from './support/programs.ts'
import { scratch, testApp } from './support/store.ts'

const ASKED = 'please make the sum of the cart right, the test fails'
const TEST = 'node --test'

/** A repository whose test fails at first and passes after the second commit. */
const makeRepository = (root: string): { repository: string; between: number } => {
  const repository = join(root, 'shop')
  mkdirSync(repository)
  const git = (at: string, ...args: string[]): void => {
    execFileSync('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      env: { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at },
    })
  }
  const test = "require('node:test')('sum', () => require('node:assert').equal(require('./sum.js'), 4))\n"
  git('2026-01-01T00:00:00Z', 'init', '--quiet')
  writeFileSync(join(repository, 'sum.js'), 'module.exports = 5\n')
  writeFileSync(join(repository, 'sum.test.js'), test)
  git('2026-01-01T00:00:00Z', 'add', '.')
  git('2026-01-01T00:00:00Z', 'commit', '--quiet', '-m', 'one')
  writeFileSync(join(repository, 'sum.js'), 'module.exports = 4\n')
  git('2026-01-03T00:00:00Z', 'commit', '--quiet', '-a', '-m', 'two')
  return { repository, between: Date.UTC(2026, 0, 2) }
}

for (const { engine, address } of bothEngines()) {
  suite(engine, needs('git'), () => {
    test('an earlier request becomes a task with the revision before it and the test that passed later', async (t) => {
      const root = scratch(t)
      const { repository, between } = makeRepository(root)
      const app = testApp(root, address(root))
      const call = (command: string, result: string) => ({ calls: [{ tool: 'Bash', args: { command }, result }] })
      const session = (id: string, steps: readonly object[]) =>
        writeNativeSession(root, {
          agent: 'claude-code',
          id: `${id}-0000-4000-8000-000000000000`,
          directory: repository,
          startedAt: between,
          steps,
        })
      session('aaaaaaaa', [{ user: ASKED }, call('ls', 'sum.js'), call(TEST, 'ℹ pass 1\nℹ fail 0'), { say: 'done' }])
      session('bbbbbbbb', [
        { user: 'remove everything that is old, please' },
        call('rm -rf old && node --test', 'ℹ pass 1'),
        { say: 'done' },
      ])
      session('cccccccc', [{ user: 'ok' }, call(TEST, 'ℹ pass 1\nℹ fail 0'), { say: 'done' }])
      const store = await openStore(app.storeAddress)
      t.after(() => void store.close())
      await sync(app, store, { targets: [{ path: join(root, 'claude') }], rebuild: false })
      const path = await writeHistoryTasks(app, store, { name: 'mine', project: repository })
      const { tasks, unusable } = readTasks(path, { isLocal: false, hasDocker: false })
      assert.deepEqual(unusable, [], readFileSync(path, 'utf8'))
      assert.deepEqual(
        tasks.map(({ prompt, check }) => [prompt, check]),
        [[ASKED, { kind: 'command', command: TEST }]],
      )
      const [task] = tasks
      assert.ok(task !== undefined)
      const solved = { ...task, solution: { command: "echo 'module.exports = 4' > sum.js", folder: null } }
      const proved = await proveTask(solved, {
        root: join(root, 'proof'),
        env: process.env,
        id: `test-${process.pid}-history`,
      })
      assert.deepEqual([proved.nothingFails, proved.solutionPasses, proved.reason], [true, true, null])
      await assert.rejects(writeHistoryTasks(app, store, { name: 'other', project: '/nowhere' }), {
        code: 'nothing-to-run',
      })
    })
  })
}
