import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { isRecord } from '../../lib/json.ts'
import { readTools } from '../../provision/lint/tools.ts'
import { leastTokens } from '../../provision/draft.ts'
import { formatNamed } from '../../provision/formats.ts'
import { formOf, type MadeSeed, makeSeed, type SeedOptions } from '../../provision/load.ts'
import { armOf } from '../../schema/arm.ts'
import { NO_PROJECT } from '../../schema/project.ts'
import { START_TOKENS } from '../../schema/ready.ts'
import type { Template } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { addExposure } from '../../store/templates/exposure.ts'
import { heardSessions } from '../../store/templates/ready-work.ts'
import { exactSpans, secretValuesOf } from '../../template/redact-environment.ts'
import { readTemplate } from '../../template/run.ts'

export interface LoadInput extends Omit<SeedOptions, 'now'> {
  name: string
  owner?: string | undefined
  /** The agent's own id of the session, by which its outcome is found later. */
  sessionKey?: string | undefined
  /** How long to wait for the ledger while another process writes to the store. */
  ledgerWaitMs?: number | undefined
}

/** A session waits for its seed, so the ledger gets less time than other writes. */
const LEDGER_WAIT_MS = 3_000

export interface Loaded extends MadeSeed {
  template: Pick<Template, 'id' | 'name' | 'version' | 'hash'>
  /** Why the ledger does not hold this use; null: it does. */
  unrecorded: string | null
}

type LoadApp = Pick<App, 'now' | 'owner' | 'machine' | 'place'>

/**
 * Makes the seed of an active template for a new session and records its use in the ledger. If the store cannot be
 * written, the seed is returned all the same.
 */
export const loadSeed = async (
  app: LoadApp,
  store: Connection,
  { name, owner = app.owner, sessionKey, ledgerWaitMs = LEDGER_WAIT_MS, ...options }: LoadInput,
): Promise<Loaded> => {
  const now = app.now()
  const template = await readTemplate(store, { owner, name })
  requireActive(template)
  const tools = options.tools ?? (await declaredIn(options.conversation))
  const wanted = { ...options, tools, now }
  const told = await lessonsOf({ ...app, owner }, store, { template, wanted, sessionKey, waitMs: ledgerWaitMs })
  const made = makeSeed(template, { ...wanted, lessons: told.text })
  refuseEnvironment(made, template, app.place.env)
  const { id, version, hash } = template
  const { patterns, workflows, recoveries } = made.shown
  const exposure = {
    templateId: id,
    version,
    hash,
    at: now,
    how: 'load',
    format: options.format,
    dose: patterns.length + workflows.length,
    sessionKey,
    seen: [...patterns, ...workflows, ...recoveries],
  }
  const unrecorded = await Promise.race([
    addExposure(store, owner, exposure).then(() => null, messageOf),
    // The timer does not keep the process alive.
    sleep(ledgerWaitMs, `the store was busy for ${ledgerWaitMs / 1000} s`, { ref: false }),
  ])
  return { ...made, template: { id, name: template.name, version, hash }, unrecorded: unrecorded ?? told.problem }
}

/**
 * The lessons of the template's project, for the formats that show them. Lessons that cannot be recorded in time are
 * not given.
 */
const lessonsOf = async (
  app: LoadApp,
  store: Connection,
  {
    template,
    wanted,
    sessionKey,
    waitMs,
  }: { template: Template; wanted: SeedOptions; sessionKey: string | undefined; waitMs: number },
): Promise<{ text?: string; problem: string | null }> => {
  const room = await roomForLessons(store, template, wanted)
  if (room === undefined) return { problem: null }
  // Made before the lessons are recorded: the ledger must not hold what cannot be given.
  makeSeed(template, wanted)
  const { askLessons, isUnknownProject } = await import('../lessons/ask-operation.ts')
  const arm = armOf(app.place.env)
  const asked = askLessons(app, store, { ...room, sessionKey, arm, timeoutMs: waitMs })
  return Promise.race([
    asked.then(
      ({ text }) => ({ text, problem: null }),
      (error: unknown) => ({ problem: isUnknownProject(error) ? null : messageOf(error) }),
    ),
    sleep(waitMs, { problem: `the store was busy for ${waitMs / 1000} s` }, { ref: false }),
  ])
}

/** The project whose lessons a seed begins with, and their token budget; undefined if the seed has no room for them. */
export const roomForLessons = async (
  store: Connection,
  template: Template,
  { format, form: asked, budget, withProfile, dose }: Omit<SeedOptions, 'now'>,
): Promise<{ project: string; maxTokens: number } | undefined> => {
  const form = formOf(formatNamed(format), asked)
  if (form !== 'text') return undefined
  const project = template.scope.project ?? (await projectBehind(store, template))
  if (project === undefined) return undefined
  const left = budget === undefined ? START_TOKENS : budget - leastTokens(template, { form, withProfile, dose })
  return left < 1 ? undefined : { project, maxTokens: Math.min(START_TOKENS, left) }
}

/**
 * Sessions without a recorded directory are one project of their owner, and a template made only of such sessions
 * belongs to it. A template of several projects, or whose sessions are not in the store, belongs to none.
 */
const projectBehind = async (
  store: Connection,
  { scope: { owner }, sourceSessions }: Template,
): Promise<string | undefined> => {
  const most = sourceSessions.length
  const sessions = await heardSessions(store, owner, { nativeIds: sourceSessions, project: null, most })
  return sessions.length > 0 && sessions.every(({ project }) => project === null) ? NO_PROJECT : undefined
}

/** The tools that a request itself declares. */
export const declaredIn = async (conversation: unknown): Promise<SeedOptions['tools']> => {
  const tools = isRecord(conversation) ? conversation['tools'] : undefined
  return Array.isArray(tools) && tools.length > 0 ? readTools(tools) : undefined
}

/**
 * Refuses a seed with a value that became a secret of the environment after the template was built. The user's own
 * message is not checked.
 */
const refuseEnvironment = ({ seed }: MadeSeed, { name }: Template, env: App['place']['env']): void => {
  if (exactSpans(JSON.stringify(seed), secretValuesOf(env)).length === 0) return
  throw new AppError('invalid-seed', `the template ${name} holds a secret of your environment`, {
    hint: `\`warmstart build ${name}\` with the same options takes it out, \`warmstart edit ${name} --drop PIECE\` the piece`,
  })
}

const requireActive = ({ name, state }: Template): void => {
  if (state === 'active') return
  throw new AppError(
    'template-not-active',
    `the template ${name} is ${state}; only active ones are given to sessions`,
    {
      hint: `look at it with \`warmstart test ${name} MESSAGE\`, then \`warmstart promote ${name}\``,
    },
  )
}
