import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { agentsWith } from '../src/interfaces/hooks/registry.ts'
import { makeReady } from '../src/lesson/make-ready.ts'
import { replaceLessons } from '../src/store/lessons/lesson.ts'
import { writeProjectYes } from '../src/store/lessons/word.ts'
import { openStore } from '../src/store/open.ts'
import { givenIn, hasFixture, hookFixture, loadedBy, runHookProcess } from './support/hook.ts'
import { lessonOn } from './support/lesson-fixture.ts'
import { scratch } from './support/store.ts'

/** A home with a store that holds accepted lessons of a project, none of them withheld. */
const laidOut = async (t: Parameters<typeof scratch>[0]) => {
  const home = scratch(t)
  const project = join(home, 'shop')
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(join(project, 'src'))
  writeFileSync(join(project, 'src', 'table.ts'), '')
  const place = lessonOn('route', {
    kind: 'place',
    trigger: { code: 'found-in', program: '', subject: 'route' },
    remedy: { kind: 'path', text: 'src/table.ts', sessions: 3 },
  })
  const lessons = [lessonOn('src/cart.ts'), place].map((lesson) => ({ ...makeReady(lesson), expiresAt: null }))
  const source = { repository: project, owner: 'sam', sessions: 12, basis: '', madeBy: 'test', madeAt: Date.now() }
  mkdirSync(join(home, 'ours'))
  const store = await openStore(`sqlite:${join(home, 'ours', 'warmstart.db')}`)
  await store.transaction((transaction) => replaceLessons(transaction, source, lessons))
  await writeProjectYes(store, 'sam', { repository: project, at: Date.now() })
  await store.close()
  const env = { HOME: join(home, 'user'), WARMSTART_HOME: join(home, 'ours'), WARMSTART_ARM: 'warm' }
  return { home, project, env }
}

for (const agent of agentsWith('agent')) {
  suite(agent, () => {
    test('a session is told lessons at each moment that its agent tells', async (t) => {
      const { home, project, env } = await laidOut(t)
      const told = async (name: string, given: Parameters<typeof hookFixture>[2] = {}): Promise<string> => {
        const payload = hookFixture(agent, name, { cwd: project, session: 'one', ...given })
        const { code, stdout, stderr } = await runHookProcess(agent, payload, { env })
        assert.deepEqual([code, stderr], [0, ''])
        return givenIn(stdout)
      }
      const start = await told('start')
      assert.match(
        start,
        /^These are facts from 12 earlier sessions of this repository, .*\n- `src\/cart\.ts` does not exist\.$/,
      )
      if (hasFixture(agent, 'prompt')) {
        assert.equal(await told('prompt', { prompt: 'write a haiku' }), '')
        assert.match(await told('prompt', { prompt: 'add a route' }), /route: see `src\/table\.ts`\./)
      }
      if (hasFixture(agent, 'compaction')) {
        const again = await told('compaction')
        assert.match(again, /src\/cart\.ts/)
        assert.equal(again.includes('src/table.ts'), hasFixture(agent, 'prompt'))
      }
      if (hasFixture(agent, 'failure')) {
        const failed = { command: 'cat src/cart.ts', output: 'cat: src/cart.ts: No such file or directory' }
        assert.equal(await told('failure', failed), start)
        assert.equal(await told('failure', failed), '')
      }
      assert.ok(!existsSync(join(home, 'ours', 'hook.log')), 'nothing went wrong')
    })

    test('few files are loaded at the start, and no package', async (t) => {
      const { home, project, env } = await laidOut(t)
      const payload = hookFixture(agent, 'start', { cwd: project, session: 'two' })
      const { stdout, loaded } = await loadedBy(agent, payload, { home, env })
      assert.notEqual(stdout, '')
      assert.deepEqual(
        loaded.filter((url) => url.includes('/node_modules/')),
        [],
      )
      assert.ok(loaded.length <= 44, `${loaded.length} files: ${loaded.join(' ')}`)
    })
  })
}
