import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { estimateTokens } from '../../lib/estimate-tokens.ts'
import { MINER_VERSION } from '../../mine/miner-version.ts'
import { mine, type MineOptions } from '../../mine/run.ts'
import { mineSystemText, mineUserSide } from '../../mine/run-user-side.ts'
import type { Template } from '../../schema/listing/template.ts'
import { refreshReady } from '../../provision/run-ready.ts'
import { sourceNamed } from '../../sources/registry.ts'
import type { Connection } from '../../store/connection.ts'
import { templateNamed } from '../../store/templates/template.ts'
import { type DraftOptions, draftTemplate, type FoundUser } from '../../template/draft.ts'
import { checkedName } from '../../template/name.ts'
import { createRedactor } from '../../template/redact.ts'
import { redactDraft, redactionsIn } from '../../template/redact-draft.ts'
import { saveTemplate } from '../../template/run.ts'
import type { Wanted } from '../../template/save.ts'
import { nothingFound } from './nothing-found-operation.ts'
import { findSession } from '../sessions/operation.ts'

export type { Template } from '../../schema/listing/template.ts'

/** What a person says about a template; undefined leaves it as it was. */
export interface AboutTemplate {
  description?: string | undefined
  tags?: readonly string[] | undefined
  taskType?: Template['taskType'] | undefined
  addendum?: string | undefined
  /** The owner of the sessions and templates; undefined: the local user. */
  owner?: string | undefined
}

export interface BuildInput extends AboutTemplate, Omit<MineOptions, 'owner' | 'now' | 'sessions' | 'maxPatterns'> {
  name: string
  /** Only these sessions, by id or unique prefix; they need not qualify. */
  from?: readonly string[] | undefined
  /**
   * Takes the addendum from what all system messages of the sessions have in common. Sessions get it only after a
   * person approves it.
   */
  addendumFrom?: 'system' | undefined
}

/**
 * Makes a template of what many sessions have in common. If the content has not changed, no new version is saved; if
 * nothing is found, nothing is written.
 */
export const build = async (
  app: App,
  store: Connection,
  {
    name: givenName,
    from = [],
    description,
    tags,
    taskType,
    addendum,
    addendumFrom,
    owner = app.owner,
    ...filter
  }: BuildInput,
): Promise<Template> => {
  // Checked before any reading: with a name that cannot be saved, all work would be lost.
  const name = checkedName(givenName)
  if (addendum !== undefined && addendumFrom !== undefined)
    throw new AppError('usage', 'the addendum is given, and to be taken from the sessions too', {
      hint: 'decide for --addendum or --addendum-from',
    })
  if (filter.source !== undefined) sourceNamed(filter.source)
  const named = from.length === 0 ? undefined : await namedSessions(store, from, owner)
  const options = {
    ...filter,
    owner,
    now: app.now(),
    ...(named === undefined ? {} : { sessions: named, minSupport: filter.minSupport ?? MIN_SUPPORT }),
  }
  const { project = null, source = null, platform = null, model = null } = filter
  return saveFound(app, store, {
    options,
    wanted: {
      name,
      description,
      tags,
      taskType,
      addendum,
      addendumFrom,
      owner,
      // A person must read an addendum from system messages before it is used.
      state: addendumFrom === undefined ? 'active' : 'candidate',
      how: 'build',
    },
    scope: { owner, project, source, platform, model },
  })
}

const MIN_SUPPORT = 2

/** Returns Warmstart's ids of the named sessions. A session of another owner counts as missing. */
export const namedSessions = async (store: Connection, names: readonly string[], owner: string): Promise<string[]> => {
  const ids = new Set<string>()
  for (const name of names) {
    const row = await findSession(store, name)
    if (row.owner !== owner)
      throw new AppError('no-such-session', `no session of ${owner} has an id that begins with ${name}`, {
        hint: '`warmstart sessions` lists them; --owner names another owner',
      })
    ids.add(row.id)
  }
  return [...ids]
}

export interface Saving {
  options: MineOptions
  wanted: AboutTemplate &
    Pick<BuildInput, 'name' | 'addendumFrom'> & {
      owner: string
      state: 'active' | 'candidate'
      how: DraftOptions['how']
    }
  scope: Template['scope']
}

/** Mines, drafts, takes out what must not be kept, and saves. */
export const saveFound = async (app: App, store: Connection, saving: Saving): Promise<Template> => {
  const { owner } = saving.wanted
  const saved = await saveTemplate(store, { ...(await draftFound(app, store, saving)), owner, now: app.now() })
  await refreshReady(store, { owner, now: app.now() })
  return saved
}

/** Mines, and returns a draft that is ready to be saved; writes nothing. */
export const draftFound = async (app: App, store: Connection, { options, wanted, scope }: Saving): Promise<Wanted> => {
  const mined = await mine(store, options)
  const user = await mineUserSide(store, mined.sessions, options)
  const { how, addendumFrom, ...about } = wanted
  const told = addendumFrom === undefined ? undefined : await systemText(store, mined.sessions, options)
  const addendum = told?.text ?? wanted.addendum
  const nothing = nothingFound(mined, {
    how,
    owner: options.owner,
    project: options.project,
    named: options.sessions?.length ?? 0,
    minSupport: options.minSupport ?? MIN_SUPPORT,
  })
  if (nothing !== undefined && user.conventions.length === 0) {
    // A template may hold only a person's own words, but must not replace an earlier template.
    const isAlone =
      (addendum ?? '').trim() !== '' && (await templateNamed(store, options.owner, about.name)) === undefined
    if (!isAlone) throw nothing
  }
  const draft = draftTemplate(mined, told === undefined ? user : withSystemText(user, told), {
    scope: { ...scope, project: scope.project ?? soleProject(mined.sessions) },
    how,
    madeBy: MINER_VERSION,
    addendum: addendum ?? '',
    systemAddendum: told === undefined ? undefined : true,
    countTokens: estimateTokens,
  })
  const { env, home } = app.place
  const redactor = createRedactor({ env, home, userName: app.owner, hostName: app.machine })
  const clean = await redactDraft(draft, redactor)
  const description = about.description === undefined ? undefined : await redactor.redact(about.description)
  const tags = about.tags === undefined ? undefined : await Promise.all(about.tags.map((tag) => redactor.redact(tag)))
  return { ...about, description, tags, draft: { ...clean, redactions: redactionsIn(clean, redactor.report()) } }
}

/** The project of the sessions if all of them were held there: the template is about it then, also where the build names no project. */
const soleProject = (sessions: readonly { project: string | undefined }[]): string | null => {
  const [first] = sessions
  return first?.project !== undefined && sessions.every(({ project }) => project === first.project)
    ? first.project
    : null
}

const systemText = async (
  store: Connection,
  sessions: Parameters<typeof mineSystemText>[1],
  options: MineOptions,
): Promise<FoundText> => {
  const found = await mineSystemText(store, sessions, options)
  if ('text' in found) return found
  throw new AppError('nothing-found', `no addendum can be taken from the system messages: ${found.reason}`, {
    hint: 'leave out --addendum-from, or write a text of your own with --addendum FILE',
  })
}

type FoundText = Extract<Awaited<ReturnType<typeof mineSystemText>>, { text: string }>

/** Leaves out the rules of the system message, which the addendum already holds. */
const withSystemText = (user: FoundUser, { leftOut }: FoundText): FoundUser => ({
  ...user,
  leftOut: [...user.leftOut, ...leftOut],
  conventions: user.conventions.filter(({ kind }) => kind !== 'system'),
})
