import assert from 'node:assert/strict'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { HOOK_AGENTS } from '../src/interfaces/hooks/registry.ts'
import { makeReady } from '../src/lesson/make-ready.ts'
import { replaceLessons } from '../src/store/lesson.ts'
import { writeProjectYes } from '../src/store/lesson-word.ts'
import { openStore } from '../src/store/open.ts'
import { hasFixture, hookFixture, loadedBy, runHookProcess } from './support/hook.ts'
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

const contextIn = (stdout: string): string =>
  stdout === ''
    ? ''
    : (JSON.parse(stdout) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext

/** Fixtures of a call that failed; agents name them differently. */
const FAILURES = ['post-tool-use-failure', 'post-tool-use-failed-bare']

for (const agent of Object.keys(HOOK_AGENTS)) {
  suite(agent, () => {
    test('a session is told lessons at its start, at a message that fits, after a compaction and after the mistake', async (t) => {
      const { home, project, env } = await laidOut(t)
      const told = async (name: string, given: Record<string, unknown> = {}): Promise<string> => {
        const payload = hookFixture(agent, name, { cwd: project, session_id: 'one', ...given })
        const { code, stdout, stderr } = await runHookProcess(agent, payload, { env })
        assert.deepEqual([code, stderr], [0, ''])
        return contextIn(stdout)
      }
      const start = await told('session-start-startup')
      assert.match(
        start,
        /^These are facts from 12 earlier sessions of this repository, .*\n- `src\/cart\.ts` does not exist\.$/,
      )
      assert.equal(await told('user-prompt-submit', { prompt: 'write a haiku' }), '')
      assert.match(await told('user-prompt-submit', { prompt: 'add a route' }), /route: see `src\/table\.ts`\./)
      assert.match(await told('session-start-compact'), /src\/cart\.ts[\s\S]*src\/table\.ts/)
      const name = FAILURES.find((each) => hasFixture(agent, each)) ?? ''
      const output = 'cat: src/cart.ts: No such file or directory'
      const failed = { tool_input: { command: 'cat src/cart.ts' }, error: output, tool_response: output }
      assert.equal(await told(name, failed), start)
      assert.equal(await told(name, failed), '')
      assert.ok(!existsSync(join(home, 'ours', 'hook.log')), 'nothing went wrong')
    })

    test('few files are loaded at the start, and no package', async (t) => {
      const { home, project, env } = await laidOut(t)
      const payload = hookFixture(agent, 'session-start-startup', { cwd: project, session_id: 'two' })
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
