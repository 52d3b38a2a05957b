import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseJson } from '../lib/json.ts'
import { createRandom, pickIndex } from '../lib/stats/random.ts'
import type { SessionEvent } from '../schema/session-event.ts'
import type { Reader, Source } from '../sources/source.ts'
import { explain } from './check.ts'
import { filesBelow, shapeOf } from './source-history.ts'

/** A file of lines, or a document, as its parser gets it. */
export interface ParsedFile {
  path: string
  records: { record: unknown; line: number }[]
}

/** The files of a source that a parser reads, record by record. */
export const parsedFiles = (source: Source, root: string): ParsedFile[] =>
  filesBelow(root).flatMap((path): ParsedFile[] => {
    const shape = shapeOf(source, root, path)
    if (shape !== 'lines' && shape !== 'document') return []
    const text = readFileSync(path, 'utf8')
    const records = (shape === 'lines' ? text.split('\n') : [text])
      .map((line, index) => ({ record: parseJson(line), line: index + 1 }))
      .filter(({ record }) => record !== undefined)
    return records.length === 0 ? [] : [{ path, records }]
  })

/** Where a value is put that was not there before; numbers beyond what there is start again from the first. */
export interface Mutation {
  file: number
  record: number
  node: number
  value: unknown
}

/** Reads a file with one value replaced, and fails if the parser throws or emits a malformed event. */
export const assertMutated = (reader: Reader, files: readonly ParsedFile[], mutation: Mutation): void => {
  const file = files[mutation.file % files.length]
  if (file === undefined) return
  const records = structuredClone(file.records)
  const target = records[mutation.record % records.length]
  if (target === undefined) return
  const { record, replaced } = replaceNode(target.record, mutation.node, mutation.value)
  target.record = record
  const value = (JSON.stringify(mutation.value) ?? 'undefined').slice(0, SHOWN_CHARS)
  explain(`${basename(file.path)}, line ${target.line}, with ${replaced} replaced by ${value}:`, () => {
    for (const event of parse(reader, { path: file.path, records })) assertWellFormed(event)
  })
}

const SHOWN_CHARS = 60

/** What programs of other versions have been seen to write, and what no program would. */
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  1.5,
  '',
  'x',
  '\u0000\ud800',
  '2026-13-45T99:99:99Z',
  'a'.repeat(10_000),
  [],
  [[]],
  [null, 1, 'x', {}],
  {},
  { __proto__: null, type: {}, content: [{}], text: 7 },
]
const MUTATIONS = 200

/** The same mutations in every run. */
export const checkMutations = async (source: Source, root: string): Promise<void> => {
  const files = parsedFiles(source, root)
  const reader = await source.reader()
  const random = createRandom(source.name)
  for (let count = 0; files.length > 0 && count < MUTATIONS; count++)
    assertMutated(reader, files, {
      file: pickIndex(random, 2 ** 31),
      record: pickIndex(random, 2 ** 31),
      node: pickIndex(random, 2 ** 31),
      value: VALUES[pickIndex(random, VALUES.length)],
    })
}

/** Puts a value in the place of the n-th node of a record. */
const replaceNode = (record: unknown, index: number, value: unknown): { record: unknown; replaced: string } => {
  const places: [holder: Record<string, unknown>, key: string, path: string][] = []
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return
    const holder = node as Record<string, unknown>
    for (const key of Object.keys(holder)) {
      places.push([holder, key, `${path}${key}`])
      visit(holder[key], `${path}${key}.`)
    }
  }
  visit(record, '')
  const place = places[index % Math.max(1, places.length)]
  if (place === undefined) return { record: value, replaced: 'the whole record' }
  const [holder, key, replaced] = place
  holder[key] = value
  return { record, replaced }
}

const parse = (reader: Reader, { path, records }: ParsedFile): SessionEvent[] => {
  const events: SessionEvent[] = []
  const emit = { event: (event: SessionEvent) => void events.push(event), issue: () => {} }
  const parser = reader.createParser?.({ path, modifiedAt: 0 }, emit)
  for (const { record, line } of records) parser?.read(record, line)
  assert.doesNotThrow(() => JSON.stringify(parser?.save()))
  return events
}

const assertWellFormed = (event: SessionEvent): void => {
  const hold = (isGood: boolean, field: string, rule: string): void => {
    const value = (event as unknown as Record<string, unknown>)[field]
    assert.ok(
      isGood,
      `\`${field}\` of a ${event.type} event is ${String(value).slice(0, SHOWN_CHARS)}; it must be ${rule}`,
    )
  }
  hold(typeof event.session === 'string' && event.session !== '', 'session', 'a text that is not empty')
  hold(Number.isInteger(event.line) && event.line >= 0, 'line', 'a whole number')
  hold(event.at === undefined || Number.isInteger(event.at), 'at', 'a whole number, or absent')
  if ('text' in event) hold(event.text === undefined || typeof event.text === 'string', 'text', 'a text, or absent')
  if (event.type === 'tool-call')
    hold(typeof event.tool === 'string' && event.tool !== '', 'tool', 'a text that is not empty')
  if (event.type === 'tool-result')
    hold(event.exitCode === undefined || Number.isFinite(event.exitCode), 'exitCode', 'a finite number, or absent')
  if (event.type !== 'usage') return
  for (const field of ['inputTokens', 'outputTokens', 'cacheReadTokens', 'contextTokens'] as const) {
    const count = event[field]
    hold(count === undefined || count >= 0, field, 'at least 0, or absent')
  }
}
