import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { scratch, syncInto, testApp } from '../../../tests/support/store.ts'
import { AppError } from '../../lib/error.ts'
import { openStore } from '../../store/open.ts'
import { callNamed } from './find-operation.ts'

const exchange = (id: string, command: string) => [
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id, type: 'function', function: { name: 'terminal', arguments: JSON.stringify({ command }) } }],
  },
  { role: 'tool', tool_call_id: id, content: JSON.stringify({ output: 'fine', exit_code: 0, error: null }) },
]

test('an id that fits several calls is answered with what tells them apart', async (t) => {
  const directory = scratch(t)
  const app = testApp(directory)
  const path = join(directory, 'talk.json')
  const said = [{ role: 'user', content: 'look' }, ...exchange('c1', 'npm test'), ...exchange('c2', 'git status')]
  writeFileSync(path, JSON.stringify(said))
  const { calls } = await syncInto(app, { targets: [{ source: 'openai-chat', path }] })
  const [first = '', second = ''] = calls.map(({ id }) => id)
  const store = await openStore(app.storeAddress)
  t.after(() => store.close())
  assert.equal(first.slice(0, 6), second.slice(0, 6), 'calls of one session begin alike')
  assert.equal((await callNamed(store, second.slice(0, 12))).id, second)
  await assert.rejects(callNamed(store, first.slice(0, 6)), (error) => {
    assert.ok(error instanceof AppError && error.code === 'ambiguous')
    const [, ...lines] = error.message.split('\n')
    assert.deepEqual(lines.map((line) => line.replace(/[0-9a-f]{12}/, 'ID')).toSorted(), [
      '  ID  terminal  ok  git status',
      '  ID  terminal  ok  npm test',
    ])
    return true
  })
})
