import type { Agent, WarmSession, WarmStart } from '../../agent/agent.ts'
import { readHistory } from '../../agent/history.ts'
import type { App } from '../../app.ts'
import { armOf } from '../../schema/arm.ts'
import { OWN } from '../../sources/own-source.ts'
import type { Connection } from '../../store/connection.ts'
import type { NewMessage } from '../../store/live/live-message.ts'
import { deliver } from '../hook/deliver-operation.ts'
import type { Moment } from '../hook/occasion-operation.ts'

/**
 * `auto`: a fitting template, drawn as a hook draws it; `off`: nothing; else the name of a template. `isApart`: each
 * session works in a directory that is not a project, so the directory counts neither for nor against a template.
 */
export const warmStart = (
  app: App,
  how: string,
  tools: Agent['tools'],
  { isApart = false }: { isApart?: boolean } = {},
): WarmStart | undefined => {
  if (how === 'off') return undefined
  return how === 'auto' ? drawn(app, isApart) : named(app, how, tools)
}

/** Chooses by the first message, with ledger and holdout: our own sessions get what other agents' sessions get. */
const drawn = (app: App, isApart: boolean): WarmStart | undefined => {
  const arm = armOf(app.place.env)
  if (arm === 'off') return undefined
  const given = async (store: Connection, session: WarmSession, moment: Happening): Promise<string | undefined> => {
    const { text } = await deliver(
      store,
      { ...moment, sessionKey: session.id, cwd: isApart ? undefined : session.cwd },
      {
        owner: session.owner,
        source: OWN.name,
        machine: app.machine,
        now: app.now(),
        arm,
        env: app.place.env,
        mostBytes: MOST_BYTES,
        isNear: () => false,
      },
    )
    return text
  }
  return {
    isOptional: true,
    begin: async (store, session) => asSeed(app, await given(store, session, { kind: 'prompt', text: session.text })),
    again: async (store, session) => asSeed(app, await given(store, session, { kind: 'compaction' })),
    hint: (store, session, failed) => given(store, session, { kind: 'failed-call', ...failed }),
  }
}

type Happening = Moment extends infer M ? (M extends Moment ? Omit<M, 'sessionKey' | 'cwd'> : never) : never

/** More than the text of any template. A model's window may be smaller, but that is not known here. */
const MOST_BYTES = 200_000

const asSeed = (app: App, text: string | undefined): NewMessage[] =>
  text === undefined ? [] : [{ role: 'user', at: app.now(), text, isSynthetic: true, kind: 'seed' }]

/** Gives a template that the user named: its examples as calls, or as text if the session has other tools. */
const named = (app: App, name: string, tools: Agent['tools']): WarmStart => ({
  isOptional: false,
  begin: async (store, { id, owner }) => {
    // Loaded only for a named template.
    const [{ DEFAULT_FORMAT }, { readTools }, { loadSeed }] = await Promise.all([
      import('../../provision/formats.ts'),
      import('../../provision/lint/tools.ts'),
      import('../load/operation.ts'),
    ])
    const { value } = await loadSeed(app, store, {
      name,
      owner,
      sessionKey: id,
      format: DEFAULT_FORMAT,
      tools: await readTools(tools.length === 0 ? NO_TOOLS : tools),
    })
    return readHistory(value, { kind: 'seed', now: app.now() })
  },
  again: async () => [],
  hint: async () => undefined,
})

/** A session without tools could not have made any calls, so it gets no history of calls. */
const NO_TOOLS = [{ name: 'none', parameters: {} }]
