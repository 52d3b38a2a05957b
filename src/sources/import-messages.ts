import { hashOf } from '../lib/hash.ts'
import type { SessionEvent, SessionStart } from '../schema/session-event.ts'
import type { Connection } from '../store/connection.ts'
import type { ReadJob } from './plan/read-job.ts'
import { emptyBatch } from './write/batch.ts'
import { keep, openFile, type Reading } from './read/open-file.ts'
import { createProjectFinder } from './project.ts'
import { MESSAGES } from './registry.ts'
import type { Emit } from './source.ts'
import { createWriter } from './write/writer.ts'

/** A conversation that a program holds in memory, as chat-completion messages. */
export interface HeldConversation {
  id: string
  messages: readonly unknown[]
  /** How it ended, in any agent's word. */
  endReason?: string
  /** Milliseconds. */
  startedAt?: number
  project?: string
  model?: string
  /** The conversation that was compressed into this one. */
  compressedFrom?: string
}

/** Puts conversations into a store the way files are: paired, judged, cut and redacted. Idempotent by their ids. */
export const importMessages = async (
  store: Connection,
  conversations: readonly HeldConversation[],
  { owner, machine }: { owner: string; machine: string },
): Promise<void> => {
  const writer = createWriter(store)
  const reading: Reading = {
    batch: emptyBatch(),
    projectOf: createProjectFinder(),
    settings: { owner, seenIn: 0 },
    exchange: writer,
  }
  for (const conversation of conversations) await readHeld(conversation, reading, machine)
  await writer.write(reading.batch)
  await writer.close()
}

const readHeld = async (conversation: HeldConversation, reading: Reading, machine: string): Promise<void> => {
  const { id, messages, endReason } = conversation
  const file = await openFile(jobFor(id, machine), MESSAGES, reading, undefined)
  const emit: Emit = { ...file.emit, event: (event) => file.emit.event(ofItself(event)) }
  const parser = file.reader.createParser?.({ path: `${id}.json`, modifiedAt: 0 }, emit)
  file.emit.event(startOf(conversation))
  if (endReason !== undefined) file.emit.event({ type: 'session-end', session: id, line: 1, reason: endReason })
  parser?.read({ id, messages }, 1)
  keep(file, reading, { readTo: 0, line: messages.length, saved: null })
}

/** Two conversations in memory that begin alike are two conversations; in files one would be the other's copy. */
const ofItself = (event: SessionEvent): SessionEvent =>
  event.type === 'tool-call' ? { ...event, copyScope: `${event.session} ${event.copyScope ?? ''}` } : event

const startOf = ({ id, startedAt, project, model, compressedFrom }: HeldConversation): SessionStart => {
  const event: SessionStart = { type: 'session-start', session: id, line: 1 }
  if (startedAt !== undefined) event.at = startedAt
  if (project !== undefined) event.projectRoot = project
  if (model !== undefined) event.model = model
  if (compressedFrom !== undefined) event.parent = { session: compressedFrom, kind: 'compression' }
  return event
}

/** A file that is none: nothing is on disk, and no sync looks for it. */
const jobFor = (id: string, machine: string): ReadJob => ({
  fileId: hashOf('held', machine, id),
  machine: `${machine} (memory)`,
  source: MESSAGES.name,
  path: id,
  root: 'memory',
  shape: 'document',
  rank: 0,
  size: 0,
  modifiedAt: 0,
  isKnown: false,
  previous: undefined,
  readTo: 0,
  line: 0,
  mark: '',
})
