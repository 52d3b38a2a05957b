import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sync } from '../src/verbs/sync/operation.ts'
import { openStore } from '../src/store/open.ts'
import { createDraw } from './support/draw.ts'
import { type NativeStep, writeNativeSession } from './support/native-session.ts'
import { ENCODINGS, isLeft } from './support/secret-encodings.ts'
import { KINDS } from './support/secret-texts/all.ts'
import { scratch, testApp } from './support/store.ts'

/** Where in a session a text with a secret may stand. */
const PLACES: ((text: string) => NativeStep)[] = [
  (text) => ({ user: `Please look at this: ${text}` }),
  (text) => ({ say: text, calls: [{ tool: 'Bash', args: { command: 'ls' }, result: 'a.txt' }] }),
  (text) => ({ calls: [{ tool: 'Bash', args: { command: text }, result: 'done' }] }),
  (text) => ({ calls: [{ tool: 'Bash', args: { command: 'cat a.txt' }, result: text }] }),
  (text) => ({
    calls: [
      { tool: 'Bash', args: { command: 'cat a.txt' }, result: `Exit code 1\n${text}\nfatal: bad`, isError: true },
    ],
  }),
  (text) => ({ calls: [{ tool: 'Write', args: { file_path: '/srv/shop/a.txt', content: text }, result: 'written' }] }),
]

/** All texts that the store holds about each session, by the agent's id of it. */
const textsOf = (path: string): Map<string, string> => {
  const store = new DatabaseSync(path, { readOnly: true })
  const ids = new Map(
    store
      .prepare('select id, native_id from session')
      .all()
      .map((row) => [String(row['id']), String(row['native_id'])]),
  )
  const texts = new Map<string, string[]>()
  for (const { name } of store.prepare("select name from sqlite_master where type = 'table'").all()) {
    for (const row of store.prepare(`select * from "${String(name)}"`).all()) {
      const session = ids.get(String(row['session_id'] ?? row['id'])) ?? ''
      const list = texts.get(session) ?? []
      texts.set(session, list)
      for (const value of Object.values(row)) if (typeof value === 'string') list.push(value)
    }
  }
  store.close()
  return new Map(Array.from(texts, ([session, list]) => [session, list.join('\n')]))
}

test('of secrets in files of Claude Code and Codex at least 97 % are not in the store, however they were written', async (t) => {
  const folder = scratch(t)
  const draw = createDraw(20_261_120)
  const planted: { name: string; secret: string; session: string; encoding: string }[] = []
  let number = 0
  for (const [encoding, encode] of Object.entries(ENCODINGS)) {
    for (const agent of ['claude-code', 'codex'] as const) {
      const session = `${String(++number).padStart(8, '0')}-0000-4000-8000-000000000000`
      const steps: NativeStep[] = [{ user: 'begin' }]
      for (const [index, [name, kind]] of Object.entries(KINDS).entries()) {
        const [secret, text] = kind(draw)
        planted.push({ name, secret, session, encoding })
        steps.push(PLACES[(index + number) % PLACES.length]!(encode(text)))
      }
      writeNativeSession(folder, { agent, id: session, directory: '/srv/shop', startedAt: number * 1_000_000, steps })
    }
  }
  const path = join(folder, 'store.db')
  const store = await openStore(`sqlite:${path}`)
  const targets = [{ path: join(folder, 'claude') }, { path: join(folder, 'codex') }]
  await sync(testApp(join(folder, 'app')), store, { targets, rebuild: false })
  await store.close()
  const texts = textsOf(path)
  assert.equal(new Set(planted.map(({ session }) => session)).size, 10)
  for (const encoding of Object.keys(ENCODINGS)) {
    const all = planted.filter((each) => each.encoding === encoding)
    assert.ok(all.length > 1_000 && all.every(({ session }) => (texts.get(session) ?? '').length > 10_000))
    const left = all.filter(({ secret, session }) => isLeft(texts.get(session) ?? '', secret))
    const words = [...new Set(left.map(({ name }) => name))].join(', ')
    assert.ok(left.length <= all.length * 0.03, `${encoding}: ${left.length} of ${all.length}: ${words}`)
  }
})
