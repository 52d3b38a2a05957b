import { join } from 'node:path'
import { AppError } from '../../lib/error.ts'
import type { Place } from '../../schema/place.ts'
import { askVersion, isOlder } from './agent-version.ts'
import { hookCommand } from './command-line.ts'
import type { Installer } from './installer.ts'
import { putHooks, takeHooks, type WantedHook } from './settings-json.ts'

export interface HookSettings {
  agent: string
  title: string
  directory(place: Place): string
  /** The file in that directory that has a `hooks` key. */
  fileName: string
  events: readonly HookEvent[]
  /** The program that says with `--version` which events it knows, for agents that mind one that they do not know. */
  program?: string
  /** What a person has to do then, and what would keep our hooks from running. */
  next(place: Place, known: KnownEvents): string[]
}

interface HookEvent extends WantedHook {
  /** The first version that knows it, where that matters. */
  since?: string
}

/** Which events an agent's installed version knows. */
export interface KnownEvents {
  /** Undefined: there is no such program on the PATH, or it did not answer. */
  version: string | undefined
  wanted: HookEvent[]
  tooNew: HookEvent[]
}

/** The installer of an agent that keeps its hooks in JSON, as an object of events with lists of groups of handlers. */
export const jsonHooks = (settings: HookSettings): Installer => {
  const { agent, title, directory, fileName, next } = settings
  const fileOf = (place: Place) => {
    const path = join(directory(place), fileName)
    const isOurs = (command: string): boolean => runsUsFor(agent, command)
    return {
      name: fileName,
      path,
      isOurs,
      take: (text: string, original: string | undefined) => takeHooks(text, { path, isOurs, original }),
    }
  }
  return {
    agent,
    title,
    directory,
    files: (place) => [fileOf(place)],
    plan: async ({ app: { place }, program }) => {
      const file = fileOf(place)
      const command = hookCommand(program, agent)
      const known = await knownEvents(settings, place)
      const put = (text: string): string => putHooks(text, { ...file, command, wanted: known.wanted })
      return { files: [{ ...file, put }], next: next(place, known) }
    },
  }
}

const knownEvents = async ({ title, events, program }: HookSettings, place: Place): Promise<KnownEvents> => {
  const version = program === undefined ? undefined : await askVersion(program, place)
  const isTooNew = ({ since }: HookEvent): boolean =>
    version !== undefined && since !== undefined && isOlder(version, since)
  const wanted = events.filter((event) => !isTooNew(event))
  if (wanted.length === 0)
    throw new AppError('agent-too-old', `${title} ${version} knows none of the hooks that warmstart needs`, {
      hint: `update ${title}, then run this again`,
    })
  return { version, wanted, tooNew: events.filter(isTooNew) }
}

/** Known by the command alone: agents drop fields of hooks that they do not know when they write their settings. */
const runsUsFor = (agent: string, command: string): boolean => {
  const mark = `warmstart hook ${agent}`
  const at = command.indexOf(mark)
  return at >= 0 && !/[\w-]/.test(command.charAt(at + mark.length))
}
