import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { refreshReady } from '../src/provision/run-ready.ts'
import { Ledger } from '../src/schema/listing/ledger.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { isAlive } from './support/agent-program.ts'
import { eventually } from './support/eventually.ts'
import { hookFixture, runHookProcess } from './support/hook.ts'
import { scratch } from './support/store.ts'
import { templateDraft } from './support/template-fixture.ts'

const PROGRAM = join(import.meta.dirname, '..', 'bin', 'warmstart')
const AGENT = 'claude-code'
const SESSION = '5e551000-0000-4000-8000-0000000000aa'

/** The file that the agent writes of a session: what the hook said, a question, calls that worked and one that failed by its own fault. */
const sessionFile = (cwd: string, context: string): string => {
  let count = 0
  const record = (given: Record<string, unknown>): string => {
    count++
    return JSON.stringify({
      parentUuid: count === 1 ? null : `record-${count - 1}`,
      isSidechain: false,
      uuid: `record-${count}`,
      timestamp: new Date(Date.UTC(2026, 2, 2, 9, 0, count)).toISOString(),
      userType: 'external',
      cwd,
      sessionId: SESSION,
      version: '2.1.300',
      gitBranch: 'main',
      ...given,
    })
  }
  const call = (id: string, name: string, input: unknown, result: { content: string; is_error: boolean }): string[] => [
    record({
      type: 'assistant',
      message: {
        id: `message-${id}`,
        role: 'assistant',
        model: 'model-large-2',
        content: [{ type: 'tool_use', id, name, input }],
      },
    }),
    record({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, ...result }] },
    }),
  ]
  return [
    record({
      type: 'attachment',
      attachment: {
        type: 'hook_additional_context',
        content: [context],
        hookName: 'SessionStart',
        hookEvent: 'SessionStart',
      },
    }),
    record({ type: 'user', message: { role: 'user', content: 'the cart total is wrong, please fix it' } }),
    ...call('toolu_1', 'Bash', { command: 'go test ./cart' }, { content: 'ok  ./cart 0.2s', is_error: false }),
    ...call(
      'toolu_2',
      'Edit',
      { file_path: join(cwd, 'total.go'), old_string: 'a', new_string: 'b' },
      { content: '<tool_use_error>String to replace not found in file.</tool_use_error>', is_error: true },
    ),
    ...call('toolu_3', 'Bash', { command: 'go vet ./cart' }, { content: '', is_error: false }),
    '',
  ].join('\n')
}

/** Waits for the process that a hook has left behind. */
const syncEnded = async (home: string): Promise<void> => {
  const stamp = join(home, 'hook-sync')
  const pid = existsSync(stamp) ? Number(readFileSync(stamp, 'utf8')) : 0
  assert.ok(pid > 0, 'no sync was started')
  await eventually(() => !isAlive(pid), 'the sync ends')
}

test('a session that a hook started warm comes back, and the ledger says how it went', async (t) => {
  const home = scratch(t)
  const project = join(home, 'shop')
  const ours = join(home, 'ours')
  mkdirSync(join(project, '.git'), { recursive: true })
  const store = await openStore(`sqlite:${join(ours, 'warmstart.db')}`)
  const now = Date.now()
  const scope = { owner: 'sam', project, source: null, platform: null, model: null }
  const draft = templateDraft({ scope, recoveries: [] })
  await saveTemplate(store, { owner: 'sam', name: 'shop-go', state: 'active', draft, now })
  await refreshReady(store, { owner: 'sam', now })
  await store.close()

  const env = { HOME: join(home, 'user'), WARMSTART_HOME: ours, WARMSTART_ARM: 'warm' }
  const payload = { session: SESSION, cwd: project }
  const started = await runHookProcess(AGENT, hookFixture(AGENT, 'start', payload), { env })
  const answer = JSON.parse(started.stdout) as { hookSpecificOutput: { additionalContext: string } }

  const ledgerNow = (): Ledger => {
    const { stdout, stderr } = spawnSync(PROGRAM, ['ledger', '--json'], {
      encoding: 'utf8',
      env: { ...process.env, ...env, WARMSTART_OWNER: 'sam' },
    })
    assert.equal(stderr, '')
    return v.parse(Ledger, JSON.parse(stdout))
  }
  const [before] = ledgerNow().entries
  assert.equal(before?.exposure, 'given')
  assert.equal(before?.session, null)

  const folder = join(home, 'user', '.claude', 'projects', '-home-sam-shop')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${SESSION}.jsonl`), sessionFile(project, answer.hookSpecificOutput.additionalContext))
  const ended = await runHookProcess(AGENT, hookFixture(AGENT, 'end', payload), { env })
  assert.deepEqual(ended, { code: 0, signal: null, stdout: '', stderr: '' })
  await syncEnded(ours)

  const { entries, templates } = ledgerNow()
  assert.equal(entries.length, 1)
  const [entry] = entries
  assert.equal(entry?.template, 'shop-go')
  assert.equal(entry?.event, 'session-start')
  assert.equal(entry?.source, AGENT)
  assert.equal(entry?.arm, 'warm')
  assert.deepEqual(
    entry?.session && { id: entry.session.id, calls: entry.session.calls, errors: entry.session.errors },
    { id: SESSION, calls: 3, errors: 1 },
  )
  assert.equal(entry?.session?.agentErrors, 1)
  assert.equal(templates[0]?.warm.returned, 1)

  // Another end right behind it finds that there was one just now.
  const stamp = readFileSync(join(ours, 'hook-sync'), 'utf8')
  utimesSync(join(ours, 'hook-sync'), new Date(), new Date())
  await runHookProcess(AGENT, hookFixture(AGENT, 'end', payload), { env })
  assert.equal(readFileSync(join(ours, 'hook-sync'), 'utf8'), stamp)
})
