import { readFileSync, statSync } from 'node:fs'
import { messageOf } from '../../../lib/error.ts'
import { asArray, isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import type { Checkpoint, Emit, SourceFile } from '../../source.ts'
import { readSession } from './parse.ts'
import { isSession } from './record.ts'

const MOST_BYTES = 512 * 1024 * 1024

/**
 * Plays a journal back and reads the session that comes of it. Each line changes what was there: a whole session, a value at a place, values
 * behind those of a list that is cut first, or something taken away. A line that cannot be read is an issue, and so is one whose place is not there.
 */
export function* readDatabase(file: SourceFile, emit: Emit): Generator<Checkpoint> {
  try {
    if (statSync(file.path).size > MOST_BYTES) throw new Error(`a journal of more than ${MOST_BYTES} bytes`)
    let session: unknown
    const lines = readFileSync(file.path, 'utf8').split('\n')
    for (const [index, text] of lines.entries()) {
      if (text.trim() === '') continue
      const change = parseJson(text)
      // The last line may still be on its way.
      if (change === undefined && index === lines.length - 1) break
      if (isRecord(change) && change.kind === WHOLE) session = change.v
      else if (!isRecord(change) || !apply(session, change))
        emit.issue({
          line: index + 1,
          code: change === undefined ? 'not-json' : 'bad-record',
          message: 'a change that cannot be made',
        })
    }
    if (isSession(session)) readSession(file, emit, session)
    yield { saved: undefined, isLast: true }
  } catch (thrown) {
    emit.issue({ line: 0, code: 'database-unreadable', message: messageOf(thrown) })
  }
}

const [WHOLE, SET, PUSH, DELETE] = [0, 1, 2, 3]

/** Applies one change to the session; returns false if its place does not exist. */
const apply = (session: unknown, { kind, k, v, i }: JsonRecord): boolean => {
  const path = asArray(k)
  const key = path.at(-1)
  const holder = path.slice(0, -1).reduce(childOf, session)
  if (typeof holder !== 'object' || holder === null || !isKey(key)) return false
  const values = holder as Record<string | number, unknown>
  if (kind === SET) values[key] = v
  else if (kind === DELETE) delete values[key]
  else if (kind === PUSH) {
    const before = asArray(values[key])
    values[key] = [...(typeof i === 'number' && i >= 0 ? before.slice(0, i) : before), ...asArray(v)]
  } else return false
  return true
}

const childOf = (value: unknown, key: unknown): unknown =>
  typeof value === 'object' && value !== null && isKey(key) && Object.hasOwn(value, key)
    ? (value as Record<string | number, unknown>)[key]
    : undefined

/** Keys come from a file: none may reach what every object has. */
const isKey = (key: unknown): key is string | number =>
  (typeof key === 'number' && Number.isSafeInteger(key) && key >= 0 && key < MOST_ITEMS) ||
  (typeof key === 'string' && key !== '__proto__' && key !== 'constructor' && key !== 'prototype')

const MOST_ITEMS = 1_000_000
