import { createRequire } from 'node:module'
import { type App, createApp } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import type { BuildInput as StoredBuildInput } from '../../verbs/build/operation.ts'
import type { ExtractInput as StoredExtractInput } from '../../verbs/extract/operation.ts'
import type { ListInput } from '../../verbs/list/templates-operation.ts'
import type { Template, TemplateList } from '../../schema/listing/template.ts'
import type { PatternDraft, RecoveryDraft, TemplateDraft } from '../../schema/template-draft.ts'
import type * as CheckGiven from '../../template/check-given.ts'
import { draftGiven, type GivenTemplate, templateGiven } from '../../template/hand-made.ts'
import { countLeftOut } from '../../template/left-out.ts'
import { checkedName } from '../../template/name.ts'
import { createRedactor, type Redactor } from '../../template/redact.ts'
import { redactDraft } from '../../template/redact-draft.ts'
import type { Warmstart } from './open.ts'
import { isStored, type SessionLike, withHeld } from './sessions.ts'

export type BuildInput = Omit<StoredBuildInput, 'owner'>
export type ExtractInput = Omit<StoredExtractInput, 'owner'>

/** Makes a template of what many sessions of a store have in common, and saves it. */
export const buildTemplate = async (warm: Warmstart, input: BuildInput): Promise<Template> => {
  const { build } = await import('../../verbs/build/operation.ts')
  return build(warm.app, warm.store, input)
}

/** Makes a template of one session of a store, and saves it. */
export const extractTemplate = async (warm: Warmstart, input: ExtractInput): Promise<Template> => {
  const { extract } = await import('../../verbs/extract/operation.ts')
  return extract(warm.app, warm.store, input)
}

export interface ExtractedPatterns {
  /** What worked, the most useful first; trivial tools are left out. */
  patterns: PatternDraft[]
  recoveries: RecoveryDraft[]
  leftOut: TemplateDraft['leftOut']
}

const MOST_PATTERNS = 10

/**
 * Extracts what worked in one of the owner's sessions. Saves nothing; replaces secrets, and leaves out destructive
 * commands and other people's text.
 */
export const extractPatterns = (
  session: SessionLike,
  { max = MOST_PATTERNS }: { max?: number } = {},
): Promise<ExtractedPatterns> => {
  const of = async ({ app, store }: Warmstart, name: string): Promise<ExtractedPatterns> => {
    const { namedSessions } = await import('../../verbs/build/operation.ts')
    const { mine } = await import('../../mine/run.ts')
    const sessions = await namedSessions(store, [name], app.owner)
    const found = await mine(store, { owner: app.owner, now: app.now(), sessions, maxPatterns: max })
    const given = draftGiven({ name: '', patterns: found.patterns, recoveries: found.recoveries }, app.owner)
    const { patterns, recoveries } = await redactDraft(given, redactorOf(app))
    return { patterns, recoveries, leftOut: countLeftOut(found.leftOut) }
  }
  if (isStored(session)) return of(session.warm, session.session)
  return withHeld([session], async (warm, [held]) =>
    held === undefined ? { patterns: [], recoveries: [], leftOut: [] } : of(warm, held),
  )
}

const redactorOf = ({ place, owner, machine }: App): Redactor =>
  createRedactor({ env: place.env, home: place.home, userName: owner, hostName: machine })

/** Saves a template that a program made. It is redacted like any other; the same content makes no new version. */
export const saveTemplate = async ({ app, store }: Warmstart, given: GivenTemplate): Promise<Template> => {
  checkGiven(given)
  const { saveTemplate: save } = await import('../../template/run.ts')
  const redactor = redactorOf(app)
  const clean = await redactDraft(draftGiven(given, app.owner), redactor)
  const { name, description, tags, taskType } = given
  const saved = await save(store, {
    name,
    // A person's description may hold a value of the environment too.
    description: description === undefined ? undefined : await redactor.redact(description),
    tags: tags === undefined ? undefined : await Promise.all(tags.map((tag) => redactor.redact(tag))),
    taskType,
    state: 'active',
    owner: app.owner,
    now: app.now(),
    draft: { ...clean, redactions: redactor.report() },
  })
  const { confirmLines } = await import('../../verbs/edit/templates-change-operation.ts')
  await confirmLines(store, { owner: app.owner, ids: ownLines(given, saved), now: app.now() })
  const { refreshReady } = await import('../../provision/run-ready.ts')
  await refreshReady(store, { owner: app.owner, now: app.now() })
  const { show } = await import('../../verbs/list/templates-operation.ts')
  return { ...(await show(store, { owner: app.owner, name: saved.name })), isNew: saved.isNew }
}

/**
 * Loads the shapes and their package when a program first passes a template, so that importing the library stays fast.
 */
const checkGiven = (given: GivenTemplate): void => {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const load = createRequire(import.meta.url)
  const shapes = load(`../../template/check-given.${ending}`) as typeof CheckGiven
  shapes.checkGiven(given)
}

/**
 * The author of the program wrote these lines, which confirms each. Lines read from a template keep their confirmation
 * as it was.
 */
const ownLines = ({ conventions = [] }: GivenTemplate, saved: Template): string[] =>
  saved.conventions.flatMap(({ id }, at) => {
    const given = conventions[at]
    return given !== undefined && 'confirmed' in given && given.confirmed === false ? [] : [id]
  })

/** Makes a template in memory, outside any store, for making a conversation. */
export const createTemplate = (given: GivenTemplate): Template => {
  checkGiven(given)
  return templateGiven({ ...given, name: checkedName(given.name) }, { owner: createApp().owner, now: Date.now() })
}

/** The template with this name, id or prefix of a hash; undefined if there is none. */
export const loadTemplate = async ({ app, store }: Warmstart, name: string): Promise<Template | undefined> => {
  const { show } = await import('../../verbs/list/templates-operation.ts')
  try {
    return await show(store, { owner: app.owner, name })
  } catch (error) {
    if (error instanceof AppError && error.code === 'no-such-template') return undefined
    throw error
  }
}

/** The owner's templates, newest first, and the templates that cannot be read. */
export const listTemplates = async (
  { app, store }: Warmstart,
  filter: Omit<ListInput, 'owner'> = {},
): Promise<TemplateList> => {
  const { list } = await import('../../verbs/list/templates-operation.ts')
  return list(store, { ...filter, owner: app.owner })
}

/** Returns whether the template existed. */
export const deleteTemplate = async ({ app, store }: Warmstart, name: string): Promise<boolean> => {
  const { remove } = await import('../../verbs/edit/templates-change-operation.ts')
  try {
    await remove(store, { owner: app.owner, name })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'no-such-template') return false
    throw error
  }
}
