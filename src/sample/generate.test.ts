import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { plantSample } from '../../tests/support/planted.ts'
import type { Planted } from '../../tests/support/planted.ts'
import type { SampleOptions } from './generate.ts'
import { createRandom } from './random.ts'

const withSample = (options: SampleOptions, check: (manifest: Planted, files: Map<string, string>) => void): void => {
  const folder = mkdtempSync(join(tmpdir(), 'warmstart-'))
  try {
    const manifest = plantSample(folder, options)
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl'))
    check(manifest, new Map(paths.toSorted().map((path) => [path, readFileSync(join(folder, path), 'utf8')])))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const hashOfSample = (options: SampleOptions): string => {
  let hash = ''
  withSample(options, (manifest, files) => {
    hash = createHash('sha1')
      .update(JSON.stringify([manifest, [...files]]))
      .digest('hex')
  })
  return hash
}

const callIds = (text: string): string[] =>
  [
    ...text.matchAll(
      /"(?:type":"tool_use","id|type":"toolCall","id)":"([^"]+)"|_call","status":"completed","call_id":"([^"]+)"|"function_call".{0,400000}?"call_id":"([^"]+)"/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')

test('the same seed gives the same bytes, another seed others', () => {
  const one = hashOfSample({ seed: 7, sessions: 9 })
  assert.equal(hashOfSample({ seed: 7, sessions: 9 }), one)
  assert.notEqual(hashOfSample({ seed: 8, sessions: 9 }), one)
})

test('the default is forty sessions in three formats, a few megabytes, several of them long', () =>
  withSample({ seed: 1 }, (manifest, files) => {
    assert.deepEqual(Object.keys(manifest.formats), ['claude-code', 'codex', 'openclaw'])
    assert.ok(manifest.bytes < 8_000_000, `${manifest.bytes} bytes`)
    assert.equal(manifest.files, files.size)
    assert.equal(
      manifest.bytes,
      [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    )
    const long = [...files.values()].filter((text) => text.split('\n').length > 200)
    assert.ok(long.length >= 5)
    for (const text of files.values()) for (const line of text.trimEnd().split('\n')) JSON.parse(line)
  }))

test('what the manifest says adds up, and every kind of trouble occurs', () =>
  withSample({ seed: 1 }, (manifest) => {
    for (const [name, counts] of Object.entries(manifest.formats)) {
      const errors = Object.values(counts.error).reduce((sum, count) => sum + count, 0)
      assert.equal(counts.ok + errors + counts.unknown, counts.calls, name)
      assert.ok(counts.error.agent > 0 && counts.error.expected > 0 && counts.error.environment > 0, name)
      assert.ok(counts.unknown > 0 && counts.copied > 0 && counts.compactions > 0 && counts.subagents > 0, name)
      assert.ok(errors / counts.calls > 0.04 && errors / counts.calls < 0.3, name)
    }
  }))

test('every planted call is in the files, and only repeated history is there twice', () => {
  for (const format of ['claude-code', 'codex', 'openclaw'] as const) {
    withSample({ seed: 3, sessions: 12, format }, (manifest, files) => {
      const ids = [...files.values()].flatMap((text) => text.split('\n').flatMap(callIds))
      const counts = manifest.formats[format]
      assert.equal(new Set(ids).size, counts?.calls, format)
      assert.equal(ids.length, (counts?.calls ?? 0) + (counts?.copied ?? 0), format)
    })
  }
})

test('a size in megabytes is reached and hardly exceeded', () =>
  withSample({ seed: 2, megabytes: 3, format: 'codex' }, (manifest) => {
    assert.ok(manifest.bytes >= 3_000_000 && manifest.bytes < 5_000_000)
  }))

test('random numbers keep to their range and their median', () => {
  const random = createRandom(5)
  const sizes = Array.from({ length: 2000 }, () => random.logNormal(1000, 1)).toSorted((a, b) => a - b)
  assert.ok((sizes[1000] ?? 0) > 850 && (sizes[1000] ?? 0) < 1150)
  for (let index = 0; index < 1000; index += 1) assert.ok([3, 4, 5].includes(random.between(3, 5)))
  assert.match(random.uuid(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
})
