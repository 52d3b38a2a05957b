import type { App } from '../../app.ts'
import type { ChatDependencies } from '../../gateway/sessions/chat-dependencies.ts'
import { quoted } from '../../gateway/identity/untrusted.ts'
import { clip } from '../../lib/excerpt.ts'
import { armOf } from '../../schema/arm.ts'
import type { LiveMessage } from '../../schema/live-session.ts'
import { OWN } from '../../sources/own-source.ts'
import type { Connection } from '../../store/connection.ts'
import { readMessages } from '../../store/live/live-message.ts'
import { claimDelivery } from '../../store/templates/delivery.ts'
import { readySeed } from '../../store/templates/ready.ts'
import { selectFor } from '../select/operation.ts'

/** The end of a conversation says where it stood; the rest is in the store. */
const LAST_MESSAGES = 4
const LONGEST_CHARS = 200
/** The beginning of a long text is enough to tell the task. */
const MOST_TASK_CHARS = 20_000

/**
 * What a new session gets from the session before it in the same chat: the last messages, and the seed of a template
 * that fits them, if the owner has one and the session is not to be cold. Undefined if the chat had no messages.
 */
export const chatHandover =
  (app: Pick<App, 'now' | 'owner' | 'place'>, store: Connection): NonNullable<ChatDependencies['handover']> =>
  async ({ session, owner, next }) => {
    const messages = (await readMessages(store, session, { isActive: true })).filter(isSpoken)
    if (messages.length === 0) return undefined
    const said = messages.slice(-LAST_MESSAGES).map(({ role, text }) => {
      const words = quoted(clip(text, LONGEST_CHARS, { singleLine: true }))
      return `- ${role === 'user' ? 'the user' : 'you'}: ${words}`
    })
    const seed = await seedFor(app, store, { owner, next, task: taskOf(messages) })
    const head = 'The earlier session ended with (shortened, and not part of this one):'
    return [head, ...said, ...(seed === undefined ? [] : ['', seed])].join('\n')
  }

const isSpoken = (message: LiveMessage): boolean => message.role !== 'tool' && message.text.trim() !== ''

const taskOf = (messages: readonly LiveMessage[]): string =>
  messages
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)
    .slice(-LAST_MESSAGES)
    .join('\n')
    .slice(0, MOST_TASK_CHARS)

const seedFor = async (
  app: Pick<App, 'now' | 'owner' | 'place'>,
  store: Connection,
  { owner, next, task }: { owner: string; next: string; task: string },
): Promise<string | undefined> => {
  const now = app.now()
  const arm = armOf(app.place.env)
  const selection = await selectFor(app, store, { owner, text: task, sessionKey: next, how: 'agent', arm })
  const { template, id, exposure } = selection
  if (selection.arm === null || id === null) return undefined
  const ready = template === null ? undefined : await readySeed(store, owner, { templateId: id, now })
  // A session gets one dose. If it gets or is denied a seed here, its first message brings no other.
  await claimDelivery(
    store,
    { owner, source: OWN.name, sessionKey: next },
    {
      at: now,
      promptedAt: now,
      arm: selection.arm,
      exposureId: exposure ?? undefined,
      ...(ready === undefined ? {} : { templateId: id, version: ready.version, given: ready.text }),
    },
  )
  return ready?.text
}
