import { readTime } from '../../../lib/clock.ts'
import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { SessionStart } from '../../../schema/session-event.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { readCompaction } from './compaction.ts'
import { readItem } from './items.ts'
import { describeSession } from './meta.ts'
import { readNotice } from './notices.ts'
import { nameWithoutEnding, uuidOfPath } from './paths.ts'
import { emitEvent, reportIssue, reportUnknown, type Reading } from './reading.ts'
import { documentItems, openLine, sessionIdOf } from './record.ts'
import { restoreState, saveState } from './state.ts'
import { readUsageRecord } from './usage.ts'

export { skips } from './skips.ts'

/** Turns the lines of one rollout into events. The file is one session: that of its first session_meta. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser => {
  const uuid = uuidOfPath(file.path)
  const state = restoreState(saved)
  const reading: Reading = {
    state,
    emit,
    fallbackSession: uuid ?? nameWithoutEnding(file.path),
    line: 0,
    timestamp: undefined,
    readTimestamp: undefined,
    at: undefined,
  }
  return {
    read: (record, line) => {
      reading.line = line
      const items = isRecord(record) ? documentItems(record) : undefined
      if (items === undefined) readRecord(reading, record, uuid)
      else readDocument(reading, record as JsonRecord, items)
    },
    save: () => saveState(state),
  }
}

const readRecord = (reading: Reading, record: unknown, uuid: string | undefined): void => {
  if (!isRecord(record)) return reportIssue(reading, 'bad-record', 'a line that is not an object')
  reading.timestamp = record.timestamp
  const line = openLine(record)
  switch (line.kind) {
    case 'item':
    case 'event':
      reading.state.opening = false
      if (line.payload === undefined) reportIssue(reading, 'bad-record', 'a line without a payload')
      else if (line.kind === 'item') readItem(reading, line.payload)
      else readNotice(reading, line.payload)
      return
    case 'meta':
      return readMeta(reading, line.payload, uuid)
    case 'turn-context':
      return readTurnContext(reading, line.payload)
    case 'compacted':
      return readCompaction(reading, 'compacted')
    case 'usage':
      return readUsageRecord(reading, line.payload)
    case 'unknown':
      return reportUnknown(reading, line.name)
  }
}

/** The oldest CLI kept a session as one document; its items are counted as lines. */
const readDocument = (reading: Reading, document: JsonRecord, items: unknown[]): void => {
  if (isRecord(document.session)) readMeta(reading, document.session, undefined)
  for (const [index, item] of items.entries()) {
    reading.line = index + 1
    if (!isRecord(item)) reportIssue(reading, 'bad-record', 'an item that is not an object')
    else {
      reading.timestamp = item.timestamp
      readItem(reading, item)
    }
  }
}

const readMeta = (reading: Reading, meta: JsonRecord, uuid: string | undefined): void => {
  const { state } = reading
  const id = sessionIdOf(meta)
  if (id === undefined) return reportIssue(reading, 'bad-record', 'a session without an id')
  // If the first line of a file is lost, its name still holds the session id. A header with another id is then a copied
  // one.
  const isLate = state.session !== undefined || reading.line > 1
  const isCopied = state.described || (isLate && uuid !== undefined && id !== uuid)
  if (isCopied) return readCopiedMeta(reading, id)
  state.session ??= id
  state.described = true
  const { subagent, ...description } = describeSession(meta)
  state.subagent = subagent
  state.hasParent = description.parent !== undefined
  state.hasCwd = description.cwd !== undefined
  state.paginated = meta.history_mode === 'paginated'
  const startedAt = readTime(meta.timestamp) === undefined ? reading.timestamp : meta.timestamp
  emitEvent(reading, { type: 'session-start', ...description }, startedAt)
}

/** Right after a file's own header, the header of another session is that of the one whose history follows. */
const readCopiedMeta = (reading: Reading, id: string): void => {
  const { state } = reading
  if (!state.opening || state.hasParent || id === state.session) return
  state.hasParent = true
  emitEvent(reading, {
    type: 'session-start',
    parent: { session: id, kind: state.subagent ? 'subagent' : 'branch' },
  })
}

const readTurnContext = (reading: Reading, context: JsonRecord): void => {
  const { state } = reading
  state.opening = false
  const model = asString(context.model) || undefined
  const cwd = state.hasCwd ? undefined : asString(context.cwd) || undefined
  if ((model === undefined || model === state.model) && cwd === undefined) return
  const body: Omit<SessionStart, 'session' | 'line'> = { type: 'session-start' }
  if (model !== undefined) {
    state.model = model
    body.model = model
  }
  if (cwd !== undefined) {
    state.hasCwd = true
    body.cwd = cwd
  }
  emitEvent(reading, body)
}
