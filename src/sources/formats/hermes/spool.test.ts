import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SessionEvent } from '../../../schema/session-event.ts'
import { createParser } from './parse.ts'

const spooled = (session: string, message: object) => ({
  session_key: 'k',
  reason: 'transcript_cap_drop',
  ts: 1_772_000_000,
  data: { session_id: session, message },
})
const maker = {
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'terminal', arguments: '{"command":"ls"}' } }],
}
const result = { role: 'tool', tool_call_id: 'call_1', content: '{"output":"","exit_code":1,"error":null}' }

test('a spooled result finds its call in the files beside it, of its own session only', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'spool-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const put = (name: string, record: unknown) => writeFileSync(join(folder, name), JSON.stringify(record))
  put('pending-b.json', spooled('one', maker))
  put('pending-c.json', spooled('two', maker))
  writeFileSync(join(folder, 'pending-broken.json'), '{')
  const read = (record: object, path = join(folder, 'pending-a.json')) => {
    const events: SessionEvent[] = []
    createParser({ path, modifiedAt: 0 }, { event: (event) => void events.push(event), issue: () => {} }).read(
      record,
      1,
    )
    return events.filter(({ type }) => type.startsWith('tool-')).map(({ type, session, line }) => [type, session, line])
  }
  assert.deepEqual(read(spooled('one', result)), [
    ['tool-call', 'one', 1],
    ['tool-result', 'one', 1],
  ])
  assert.deepEqual(read(spooled('three', result)), [['tool-result', 'three', 1]])
  assert.deepEqual(read(spooled('one', result), '/gone/pending-a.json'), [['tool-result', 'one', 1]])
})
