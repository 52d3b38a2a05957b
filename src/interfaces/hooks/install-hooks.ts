import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../lib/error.ts'
import type { Place } from '../../schema/place.ts'
import { askVersion, isOlder } from './agent-version.ts'
import { hookCommand } from './command-line.ts'
import type { About, Installer, ToldMoment } from './installer.ts'
import { type HookForm, putHooks, takeHooks, type WantedHook } from './settings-json.ts'

/** The differences between agents that keep their hooks in JSON: an object of events, each with a list. */
export interface HookSettings {
  agent: string
  title: string
  directory(place: Place): string
  /** The file with a `hooks` key in that directory. */
  fileName: string
  /** A file that is used instead, if it exists. */
  insteadOf?: { fileName: string; form: HookForm }
  /** The path of the file as people write it, and the variable that changes it. */
  shown: string
  movedBy?: string
  /** The default is Claude Code's form. */
  form?: HookForm
  /** The file is only ours: without our hooks it is deleted. */
  isOwnFile?: boolean
  events: readonly HookEvent[]
  /** The agent's program. If an event has `since`, its `--version` tells which events it knows. */
  program?: string
  /** The user's next steps, and what would keep our hooks from running. */
  next(place: Place, known: KnownEvents): string[]
}

interface HookEvent extends WantedHook {
  /** The moments that the event reports. */
  tells: readonly ToldMoment[]
  /** The first version that knows the event, for agents that refuse unknown events. */
  since?: string
}

/** Which events an agent's installed version knows. */
export interface KnownEvents {
  /** Undefined: no such program is on the PATH, or it did not answer. */
  version: string | undefined
  wanted: HookEvent[]
  tooNew: HookEvent[]
}

const GROUPS: HookForm = { lists: 'groups', commandField: 'command' }

/** Makes the installer for hooks in JSON. */
export const jsonHooks = (settings: HookSettings): Installer => {
  const { agent, title, directory, fileName, form = GROUPS, insteadOf, isOwnFile = false, next } = settings
  const isOurs = (command: string): boolean => runsUsFor(agent, command)
  const fileOf = (place: Place, written: { fileName: string; form: HookForm }) => {
    const path = join(directory(place), written.fileName)
    const shape = { path, form: written.form, isOurs }
    return {
      ...shape,
      name: written.fileName,
      take: (text: string, original: string | undefined) => {
        const taken = takeHooks(text, { ...shape, original })
        return isOwnFile && taken !== text && isBare(taken, form) ? undefined : taken
      },
    }
  }
  const filesOf = (place: Place) =>
    [...(insteadOf === undefined ? [] : [insteadOf]), { fileName, form }].map((each) => fileOf(place, each))
  return {
    agent,
    title,
    directory,
    ...(settings.program === undefined ? {} : { program: settings.program }),
    about: aboutOf(settings),
    files: filesOf,
    plan: async ({ app: { place }, program }) => {
      const files = filesOf(place)
      const file = files.find(({ path }) => existsSync(path)) ?? files.at(-1)
      if (file === undefined) throw new Error('an agent without a file')
      const command = hookCommand(program, agent)
      const known = await knownEvents(settings, place)
      const put = (text: string): string => putHooks(text, { ...file, command, wanted: known.wanted })
      return { files: [{ ...file, put }], next: next(place, known) }
    },
  }
}

/** Whether the file holds only what we started it with. */
const isBare = (text: string, { root = {} }: HookForm): boolean => {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(root)
  } catch {
    return false
  }
}

const aboutOf = ({ shown, movedBy, events }: HookSettings): About => {
  const nameOf = ({ event, matcher }: HookEvent): string =>
    matcher === undefined ? `\`${event}\`` : `\`${event}\` of \`${matcher}\``
  const moments: Partial<Record<ToldMoment, string>> = {}
  for (const event of events) for (const moment of event.tells) moments[moment] ??= `\`${event.event}\``
  return {
    writes: [[shown, `hooks at ${events.map(nameOf).join(', ')}`]],
    ...(movedBy === undefined ? {} : { movedBy }),
    moments,
  }
}

const knownEvents = async ({ title, events, program }: HookSettings, place: Place): Promise<KnownEvents> => {
  const isAsked = program !== undefined && events.some(({ since }) => since !== undefined)
  const version = isAsked ? await askVersion(program, place) : undefined
  const isTooNew = ({ since }: HookEvent): boolean =>
    version !== undefined && since !== undefined && isOlder(version, since)
  const wanted = events.filter((event) => !isTooNew(event))
  if (wanted.length === 0)
    throw new AppError('agent-too-old', `${title} ${version} knows none of the hooks that warmstart needs`, {
      hint: `update ${title}, then run this again`,
    })
  return { version, wanted, tooNew: events.filter(isTooNew) }
}

/** Recognised by the command alone, because agents drop unknown fields of hooks when they write their settings. */
const runsUsFor = (agent: string, command: string): boolean => {
  const mark = `warmstart hook ${agent}`
  const at = command.indexOf(mark)
  return at >= 0 && !/[\w-]/.test(command.charAt(at + mark.length))
}
