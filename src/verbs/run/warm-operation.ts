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
 * `auto`: a template that fits, drawn like a hook draws it; `off`: nothing; else the name of a template. `isApart`: sessions work in a
 * directory of their own, which is no project, so that it counts neither for nor against a template.
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

/** Chosen by the first message, with ledger and holdout: our own sessions are given what other agents' sessions are given. */
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

/** More than any template's text has; a window that is too small for it is not ours to guess. */
const MOST_BYTES = 200_000

const asSeed = (app: App, text: string | undefined): NewMessage[] =>
  text === undefined ? [] : [{ role: 'user', at: app.now(), text, isSynthetic: true, kind: 'seed' }]

/** A template that a person named: its examples as calls that were made, or as text where a session has other tools. */
const named = (app: App, name: string, tools: Agent['tools']): WarmStart => ({
  isOptional: false,
  begin: async (store, { id, owner }) => {
    // Only who names a template waits for what makes its messages.
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

/** A session without tools: a history of calls is none that it could have made. */
const NO_TOOLS = [{ name: 'none', parameters: {} }]
