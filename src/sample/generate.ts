import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Cause } from '../schema/outcome.ts'
import { createBulk } from './bulk.ts'
import { claudeCodeSample } from './claude-code.ts'
import { codexSample } from './codex.ts'
import { openclawSample } from './openclaw.ts'
import { PROJECTS } from './projects.ts'
import { createRandom } from './random.ts'
import type { SampleFormat } from './session.ts'
import { createTexts } from './texts.ts'
import { writeSession } from './write-session.ts'
import type { SessionPlan, Written } from './write-session.ts'

/**
 * Writes believable sessions of coding agents in their native formats and says what was planted. The same seed and options
 * give the same bytes. One session at a time is in memory.
 */
export const generateSample = (directory: string, options: SampleOptions): SampleManifest => {
  const manifest: SampleManifest = { seed: options.seed, bytes: 0, files: 0, formats: {} }
  const names = options.format ? [options.format] : FORMAT_NAMES
  const random = createRandom(options.seed)
  const texts = new Map(PROJECTS.map((project) => [project, createTexts(project, random)]))
  // The bundled sample is light; a history asked for by its size has what real ones are mostly made of.
  const bulkOf = options.megabytes === undefined ? undefined : createBulk(random)
  const limit = (options.megabytes ?? 0) * 1_000_000
  const sessions = options.sessions ?? (limit > 0 ? Number.POSITIVE_INFINITY : DEFAULT_SESSIONS)
  const previous = new Map<SampleName, Written>()
  for (let index = 0; index < sessions && (limit === 0 || manifest.bytes < limit); index += 1) {
    const name = names[index % names.length] ?? 'codex'
    const round = Math.floor(index / names.length)
    const project = random.pick(PROJECTS)
    const continued = round % CONTINUED_EVERY === CONTINUED_EVERY - 1 ? previous.get(name) : undefined
    const plan: SessionPlan = {
      format: FORMATS[name],
      project: continued?.session.project ?? project,
      startedAt: FIRST_START + index * START_INTERVAL_MS,
      // Every fifth session is a long one: well over 100 messages.
      steps: round % 5 === 1 ? random.between(90, 160) : random.between(6, 34),
      compacts: round % 5 === 1,
      delegates: round % 4 === 2,
      endsOpen: round % 6 === 4,
    }
    if (continued) plan.continues = continued
    const written = writeSession(plan, random, texts, bulkOf)
    for (const one of [written, ...(written.subagent ? [written.subagent] : [])]) {
      save(directory, one, manifest)
    }
    count(manifest, name, written)
    previous.set(name, written)
  }
  return manifest
}

type SampleName = 'claude-code' | 'codex' | 'openclaw'

export interface SampleOptions {
  seed: number
  sessions?: number
  /** Stops after this much, whatever the number of sessions. */
  megabytes?: number
  /** Only this one; otherwise all three in turn. */
  format?: SampleName
}

export interface SampleManifest {
  seed: number
  bytes: number
  files: number
  formats: Partial<Record<SampleName, SampleCounts>>
}

/** What was planted in one format, each call once however often it is repeated. */
interface SampleCounts {
  sessions: number
  calls: number
  ok: number
  error: Record<Cause, number>
  unknown: number
  /** Of the ok ones: a failing command behind a pipe. */
  masked: number
  /** Calls that continued sessions repeat. */
  copied: number
  compactions: number
  subagents: number
  /** Of the errors: failing tests, and builds together with lint runs. */
  failedTests: number
  failedBuilds: number
}

const FORMATS: Record<SampleName, SampleFormat> = {
  'claude-code': claudeCodeSample,
  codex: codexSample,
  openclaw: openclawSample,
}
const FORMAT_NAMES: readonly SampleName[] = ['claude-code', 'codex', 'openclaw']
const DEFAULT_SESSIONS = 40
const CONTINUED_EVERY = 5
const FIRST_START = Date.UTC(2026, 0, 5, 8)
/** Longer than any session lasts, so that a continued one begins after the one it continues. */
const START_INTERVAL_MS = 3 * 3_600_000

const save = (directory: string, written: Pick<Written, 'session' | 'lines'>, manifest: SampleManifest): void => {
  const path = join(directory, written.session.path)
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'w')
  try {
    const bytes = Buffer.from(`${written.lines.join('\n')}\n`)
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
    manifest.bytes += bytes.length
    manifest.files += 1
  } finally {
    closeSync(file)
  }
}

const count = (manifest: SampleManifest, name: SampleName, written: Written): void => {
  const counts = (manifest.formats[name] ??= emptyCounts())
  counts.sessions += 1
  counts.copied += written.copied
  counts.compactions += written.compactions
  if (written.subagent) {
    counts.subagents += 1
    if (FORMATS[name].subagentIsSession) counts.sessions += 1
  }
  for (const call of [...written.calls, ...(written.subagent?.calls ?? [])]) {
    counts.calls += 1
    if (call.truth === 'ok' || call.truth === 'unknown') counts[call.truth] += 1
    else counts.error[call.truth] += 1
    if (call.masked) counts.masked += 1
    if (call.check === 'test') counts.failedTests += 1
    if (call.check === 'build') counts.failedBuilds += 1
  }
}

const emptyCounts = (): SampleCounts => ({
  sessions: 0,
  calls: 0,
  ok: 0,
  error: { agent: 0, environment: 0, user: 0, expected: 0, 'not-run': 0 },
  unknown: 0,
  masked: 0,
  copied: 0,
  compactions: 0,
  subagents: 0,
  failedTests: 0,
  failedBuilds: 0,
})
