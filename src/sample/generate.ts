import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SAMPLE_FORMATS } from './formats.ts'
import type { SampleName } from './formats.ts'
import { createRandom } from './random.ts'
import { playSession } from './session.ts'
import type { Session } from './session.ts'
import { createBulk, createTexts, PROJECTS } from './texts.ts'

/**
 * Writes believable sessions of coding agents in their native formats. The same seed and options give the same bytes. One
 * session at a time is in memory.
 */
export const generateSample = (directory: string, options: SampleOptions): SampleSize => {
  const size: SampleSize = { bytes: 0, files: 0 }
  const names = options.format ? [options.format] : FORMAT_NAMES
  const random = createRandom(options.seed)
  const projects = PROJECTS.map((project) => ({ project, texts: createTexts(project, random) }))
  // The bundled sample is light; a history asked for by its size has what real ones are mostly made of.
  const bulkOf = options.megabytes === undefined ? undefined : createBulk(random)
  const limit = (options.megabytes ?? 0) * 1_000_000
  const sessions = options.sessions ?? (limit > 0 ? Number.POSITIVE_INFINITY : DEFAULT_SESSIONS)
  const previous = new Map<SampleName, Session>()
  for (let index = 0; index < sessions && (limit === 0 || size.bytes < limit); index += 1) {
    const name = names[index % names.length]
    if (name === undefined) break
    const round = Math.floor(index / names.length)
    const drawn = random.pick(projects)
    const continues = round % CONTINUED_EVERY === CONTINUED_EVERY - 1 ? previous.get(name) : undefined
    const { project, texts } = continues?.work ?? drawn
    const plan = {
      startedAt: FIRST_START + index * START_INTERVAL_MS,
      // Every fifth session is a long one: well over 100 messages.
      steps: round % 5 === 1 ? random.between(90, 160) : random.between(6, 34),
      compacts: round % 5 === 1,
      delegates: round % 4 === 2,
      endsOpen: round % 6 === 4,
      continues,
    }
    const session = playSession(plan, { project, random, texts, format: SAMPLE_FORMATS[name], bulk: bulkOf?.(texts) })
    save(directory, session, size)
    if (session.subagent) save(directory, session.subagent, size)
    options.onSession?.(name, session)
    previous.set(name, session)
  }
  return size
}

export interface SampleOptions {
  seed: number
  sessions?: number
  /** Stops after this much, whatever the number of sessions. */
  megabytes?: number
  /** Only this one; otherwise all in turn. */
  format?: SampleName
  /** Is shown every session with what was planted in it. */
  onSession?: (format: SampleName, session: Session) => void
}

interface SampleSize {
  bytes: number
  files: number
}

const FORMAT_NAMES = Object.keys(SAMPLE_FORMATS) as SampleName[]
const DEFAULT_SESSIONS = 40
const CONTINUED_EVERY = 5
const FIRST_START = Date.UTC(2026, 0, 5, 8)
/** Longer than any session lasts, so that a continued one begins after the one it continues. */
const START_INTERVAL_MS = 3 * 3_600_000

const save = (directory: string, { transcript }: Session, size: SampleSize): void => {
  const path = join(directory, transcript.path)
  mkdirSync(dirname(path), { recursive: true })
  const bytes = Buffer.from(`${transcript.lines.join('\n')}\n`)
  writeFileSync(path, bytes)
  size.bytes += bytes.length
  size.files += 1
}
