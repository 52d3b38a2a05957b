import { join } from 'node:path'
import type { Place } from '../../schema/place.ts'
import { hookCommand } from './command-line.ts'
import type { Installer } from './installer.ts'
import { putHooks, takeHooks, type WantedHook } from './settings-json.ts'

export interface HookSettings {
  agent: string
  title: string
  directory(place: Place): string
  /** The file in that directory that has a `hooks` key. */
  fileName: string
  events: readonly WantedHook[]
  /** What a person has to do then, and what would keep our hooks from running. */
  next(place: Place): string[]
}

/** The installer of an agent that keeps its hooks in JSON, as an object of events with lists of groups of handlers. */
export const jsonHooks = ({ agent, title, directory, fileName, events, next }: HookSettings): Installer => {
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
      const put = (text: string): string => putHooks(text, { ...file, command, wanted: events })
      return { files: [{ ...file, put }], next: next(place) }
    },
  }
}

/** Known by the command alone: agents drop fields of hooks that they do not know when they write their settings. */
const runsUsFor = (agent: string, command: string): boolean => {
  const mark = `warmstart hook ${agent}`
  const at = command.indexOf(mark)
  return at >= 0 && !/[\w-]/.test(command.charAt(at + mark.length))
}
