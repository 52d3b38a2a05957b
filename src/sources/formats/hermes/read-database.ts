import { messageOf } from '../../../lib/error.ts'
import type { Checkpoint, Emit, SourceFile } from '../../source.ts'
import { issueCode } from '../../../lib/foreign-database.ts'
import { isChatPlatform } from '../../../schema/chat-platform.ts'
import {
  addFingerprint,
  hashCells,
  GROUPS,
  groupSession,
  type Memory,
  newMemory,
  restoreMemory,
  saveMemory,
} from './fingerprints.ts'
import { createLineage } from './lineage.ts'
import {
  closeReader,
  countSessions,
  findOrphans,
  findSession,
  findSessionsSince,
  lastMessageId,
  openReader,
  prepareForMissingIndex,
  readChats,
  type Reader,
  readMessages,
  readSessionAt,
  readSessionPages,
  readSystemPrompt,
  refreshReader,
} from './reader.ts'
import type { Part } from './parts.ts'
import { routingBeside } from './routing-index.ts'
import { bareSession, cellNumber, type SessionRow } from './rows.ts'
import { emitSession } from './session.ts'
import { toSession } from './tables.ts'
import type { Routing } from './whose.ts'

/**
 * Reads a live `state.db`: all of it the first time, later only the sessions that got new messages or whose row changed,
 * each of them whole. Never throws, never writes; a checkpoint falls between two sessions.
 */
export function* readDatabase(file: SourceFile, emit: Emit, saved?: unknown): Iterable<Checkpoint> {
  let reader: Reader | undefined
  try {
    const part = file.part as Part | undefined
    reader = openReader(file.path, emit, part)
    if (reader === undefined) {
      emit.issue({ line: 0, code: 'unsupported-database', message: 'no messages table as Hermes has it' })
      return
    }
    prepareForMissingIndex(reader)
    const routing = routingOf(reader, file.path)
    if (part === undefined) yield* readAll(reader, emit, { remembered: restoreMemory(saved), routing })
    else yield* readPart(reader, emit, { part, routing })
  } catch (thrown) {
    emit.issue({ line: 0, code: issueCode(thrown), message: messageOf(thrown) })
  } finally {
    if (reader !== undefined) closeReader(reader)
  }
}

/** How much is read between two checkpoints: rows, and sessions where many are empty. */
const CHECKPOINT_ROWS = 2_000
/** Session rows fetched at a time: few while their messages are read, or they would outlive the young heap. */
const READ_ROWS = 64
const SCANNED_ROWS = 1_000

interface Run {
  reader: Reader
  emit: Emit
  memory: Memory
  /** Emits a session; gives a checkpoint when it is time for one. */
  read: (row: SessionRow) => Checkpoint | undefined
  checkpoint: () => Checkpoint
}

const routingOf = (reader: Reader, path: string): Routing => {
  const { rows, platforms } = readChats(reader)
  return routingBeside(path, { rows, isUsed: platforms.some(isChatPlatform) })
}

function* readAll(
  reader: Reader,
  emit: Emit,
  { remembered, routing }: { remembered: Memory; routing: Routing },
): Iterable<Checkpoint> {
  const last = lastMessageId(reader)
  // Ids only grow: a lower one means another database in the same place.
  const run = createRun(reader, emit, { memory: last < remembered.messageId ? newMemory() : remembered, routing })
  const { memory } = run
  if (memory.sessionRowid > 0 || memory.sawOrphans) yield* readChanged(run)
  memory.messageId = last
  yield* readNew(run)
  if (!memory.sawOrphans) yield* readOrphans(run)
  yield { ...run.checkpoint(), isLast: true }
}

function* readPart(
  reader: Reader,
  emit: Emit,
  { part, routing }: { part: Part; routing: Routing },
): Iterable<Checkpoint> {
  const memory = { ...newMemory(), messageId: part.messageId, sessionRowid: part.after }
  const run = createRun(reader, emit, { memory, routing })
  yield* readNew(run, part.upTo ?? undefined)
  if (part.upTo === null) yield* readOrphans(run)
  else memory.sessionRowid = part.upTo
  yield { ...run.checkpoint(), isLast: true }
}

function* readOrphans({ reader, memory, read }: Run): Iterable<Checkpoint> {
  for (const id of findOrphans(reader)) {
    const checkpoint = read(bareSession(id))
    if (checkpoint !== undefined) yield checkpoint
  }
  memory.sawOrphans = true
}

const createRun = (reader: Reader, emit: Emit, { memory, routing }: { memory: Memory; routing: Routing }): Run => {
  const lineageOf = createLineage((id) => findSession(reader, id), routing)
  const total = countSessions(reader)
  let done = 0
  let rows = 0
  const checkpoint = (): Checkpoint => {
    rows = 0
    refreshReader(reader)
    const saved = saveMemory(memory)
    return total === undefined ? { saved, done } : { saved, done, total: Math.max(done, total) }
  }
  const read = (row: SessionRow): Checkpoint | undefined => {
    done++
    rows +=
      1 +
      emitSession(emit, row, lineageOf(row), {
        pages: readMessages(reader, row.id),
        systemPrompt: () => readSystemPrompt(reader, row.id),
      })
    return rows >= CHECKPOINT_ROWS ? checkpoint() : undefined
  }
  return { reader, emit, memory, read, checkpoint }
}

/** The sessions that were read before: those of changed groups, and those with new messages. */
function* readChanged(run: Run): Iterable<Checkpoint> {
  const { reader, memory } = run
  const { sums, sessions } = scanKnown(reader, memory.sessionRowid)
  const touched = findSessionsSince(reader, memory.messageId)
  const stale: number[] = []
  for (let group = 0; group < GROUPS; group++) if (sums[group] !== memory.sums[group]) stale.push(group)
  // Marked first: if this run is cut short, the next one knows which groups are still to be read.
  for (const group of stale) memory.sums[group] = Number.NaN
  for (const group of stale) {
    for (const rowid of sessions.get(group) ?? []) {
      const cells = readSessionAt(reader, rowid)
      const row = cells === undefined ? undefined : toSession(cells)
      if (row === undefined) continue
      touched.delete(row.id)
      const checkpoint = run.read(row)
      if (checkpoint !== undefined) yield checkpoint
    }
    memory.sums[group] = sums[group] ?? 0
  }
  for (const id of touched) {
    const row = findSession(reader, id) ?? bareSession(id)
    // Sessions that are new themselves come later.
    if (row.rowid > memory.sessionRowid) continue
    const checkpoint = run.read(row)
    if (checkpoint !== undefined) yield checkpoint
  }
}

/** Fingerprints of the sessions up to a row, and their rows by group. */
const scanKnown = (reader: Reader, upTo: number) => {
  const sums = new Float64Array(GROUPS)
  const sessions = new Map<number, number[]>()
  for (const page of readSessionPages(reader, 0, SCANNED_ROWS)) {
    for (const cells of page) {
      const row = toSession(cells)
      if (row === undefined) continue
      if (row.rowid > upTo) return { sums, sessions }
      const group = groupSession(row.id)
      addFingerprint(sums, group, hashCells(cells))
      const members = sessions.get(group)
      if (members === undefined) sessions.set(group, [row.rowid])
      else members.push(row.rowid)
    }
  }
  return { sums, sessions }
}

function* readNew({ reader, memory, emit, read }: Run, upTo = Number.POSITIVE_INFINITY): Iterable<Checkpoint> {
  for (const page of readSessionPages(reader, memory.sessionRowid, READ_ROWS)) {
    for (const cells of page) {
      const row = toSession(cells)
      const rowid = cellNumber(cells[0]) ?? memory.sessionRowid
      if (rowid > upTo) return
      if (row === undefined) {
        emit.issue({ line: rowid, code: 'session-without-id', message: 'a session row without a usable id' })
        memory.sessionRowid = rowid
        continue
      }
      // Noted before it is read, so that a checkpoint given by `read` includes it.
      memory.sessionRowid = rowid
      addFingerprint(memory.sums, groupSession(row.id), hashCells(cells))
      const checkpoint = read(row)
      if (checkpoint !== undefined) yield checkpoint
    }
  }
}
