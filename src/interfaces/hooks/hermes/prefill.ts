import { AppError } from '../../../lib/error.ts'
import { isRecord, parseJson } from '../../../lib/json.ts'
import { previewLessons } from '../../../verbs/lessons/ask-operation.ts'
import { loadSeed, roomForLessons } from '../../../verbs/load/operation.ts'
import { list, show } from '../../../verbs/list/templates-operation.ts'
import { makeSeed } from '../../../provision/load.ts'
import { CLOSING } from '../../../provision/seed.ts'
import type { Wish } from '../installer.ts'
import { readSettings } from '../settings-file.ts'

const FORMAT = 'hermes-prefill'

interface Chosen {
  /** The text for the file; undefined: the file stays as it is. */
  text: string | undefined
  notes: string[]
}

/** Makes the seed of the named template, or of the only active one. A new seed is recorded in the ledger. */
export const choosePrefill = async (
  wish: Wish,
  { path, isFree }: { path: string; isFree: boolean },
): Promise<Chosen> => {
  const store = await wish.store()
  const { app } = wish
  if (store === undefined) {
    if (wish.template !== undefined)
      throw new AppError('no-such-template', `there is no store yet, and so no template ${wish.template}`, {
        hint: '`warmstart sync` and `warmstart build NAME` make one',
      })
    return { text: undefined, notes: [NONE] }
  }
  const active = (await list(store, { owner: app.owner, state: 'active' })).templates.map(({ name }) => name)
  const name = wish.template ?? (active.length === 1 ? active[0] : undefined)
  if (name === undefined || !isFree)
    return { text: undefined, notes: isFree ? [active.length === 0 ? NONE : severalNote(active)] : [] }
  const template = await show(store, { owner: app.owner, name })
  if (template.state !== 'active')
    throw new AppError(
      'template-not-active',
      `the template ${name} is ${template.state}; only active ones are given out`,
      {
        hint: `look at it with \`warmstart show ${name}\`, then \`warmstart promote ${name}\``,
      },
    )
  const room = await roomForLessons(store, template, { format: FORMAT })
  const lessons = room === undefined ? undefined : await previewLessons(app, store, room)
  const { text } = makeSeed(template, { format: FORMAT, lessons, now: app.now() })
  const isNew = readSettings(path).text !== text
  // Checked against the environment and recorded, like any use of a template.
  const loaded = isNew && !wish.isDryRun ? await loadSeed(app, store, { name, format: FORMAT }) : { text }
  return { text: loaded.text, notes: [...chosenNotes(template.name), ...environmentNotes(wish)] }
}

/** Whether the file holds exactly the two messages of a seed in this format, and nothing that a user added. */
export const isOurPrefill = (text: string): boolean => {
  const messages = parseJson(text)
  if (!Array.isArray(messages) || messages.length !== 2) return false
  const last: unknown = messages[1]
  return isRecord(last) && last['role'] === 'assistant' && last['content'] === CLOSING
}

const NONE =
  'There is no active template yet, so sessions begin as before. After `warmstart build NAME` run this again.'

/** More names than this do not help to choose. */
const MOST_NAMED = 5

const severalNote = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMED).join(', ')
  const more = names.length > MOST_NAMED ? ' and more' : ''
  return `Several templates are active (${shown}${more}): name the one that every session should begin with, with --template NAME.`
}

const chosenNotes = (name: string): string[] => [
  `Every session of Hermes begins with the template ${name} now. It is a copy: run this again after the template has changed.`,
  'The desktop app of Hermes passes over prefill_messages_file (0.18), as do command lines from before June 2026; the gateway reads it.',
]

const environmentNotes = ({ app }: Wish): string[] =>
  app.place.env['HERMES_PREFILL_MESSAGES_FILE']
    ? ['HERMES_PREFILL_MESSAGES_FILE is set in your environment and wins over the settings.']
    : []
