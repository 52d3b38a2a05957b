import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { accepts, locations, nameWithoutEnding, uuidOfPath } from './paths.ts'

const UUID = '0b1c2d3e-0000-7000-8000-0000000000ff'

test('history lies in CODEX_HOME, or else in the home directory', () => {
  const place = { home: join('/', 'home', 'dev'), env: {}, platform: 'linux' as const }
  assert.deepEqual(locations(place), [
    join('/', 'home', 'dev', '.codex', 'sessions'),
    join('/', 'home', 'dev', '.codex', 'archived_sessions'),
  ])
  assert.deepEqual(locations({ ...place, env: { CODEX_HOME: join('/', 'data') } }), [
    join('/', 'data', 'sessions'),
    join('/', 'data', 'archived_sessions'),
  ])
  assert.deepEqual(locations({ ...place, env: { CODEX_HOME: '' } }), locations(place))
})

const paths: [path: string, shape: string | undefined][] = [
  [`2026/01/02/rollout-2026-01-02T03-04-05-${UUID}.jsonl`, 'lines'],
  [`${UUID}.jsonl`, 'lines'],
  ['kept/session.jsonl', 'lines'],
  [`rollout-2025-05-20-${UUID}.json`, 'document'],
  ['history.jsonl', undefined],
  ['old/session_index.jsonl', undefined],
  ['auth.json', undefined],
  ['labels.ndjson', undefined],
  [`rollout-2026-01-02T03-04-05-${UUID}.jsonl.zst`, undefined],
]
for (const [path, shape] of paths) {
  test(`${path} is ${shape === undefined ? 'left alone' : `read as ${shape}`}`, () =>
    assert.equal(accepts(path), shape))
}

test('the id of a session stands at the end of its file’s name', () => {
  assert.equal(uuidOfPath(`/a/rollout-2026-01-02T03-04-05-${UUID}.jsonl`), UUID)
  assert.equal(uuidOfPath(`C:\\a\\${UUID.toUpperCase()}.jsonl`), UUID)
  assert.equal(uuidOfPath('/a/session.jsonl'), undefined)
  assert.equal(nameWithoutEnding('/a/session.jsonl'), 'session')
  assert.equal(nameWithoutEnding('/a/.jsonl'), 'unnamed')
})
