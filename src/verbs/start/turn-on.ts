import { existsSync } from 'node:fs'
import type { App } from '../../app.ts'
import type { StartReport } from './operation.ts'
import { readRecord } from '../../interfaces/hooks/install-record.ts'
import { INSTALLABLE, installerNamed } from '../../interfaces/hooks/install-registry.ts'

/**
 * The one command that gives new sessions what was found, for the agent that has most of them here; where nothing was found yet it is
 * ready for what will be. `word` calls the program. Null: there is nobody to give it to, or it is on. Of the sample it is the command to use with sessions of one's own.
 */
export const turnOnCommand = async (
  { home, place }: Pick<App, 'home' | 'place'>,
  { sample, sources, carryOver: { inUse, proposed } }: Pick<StartReport, 'sample' | 'sources' | 'carryOver'>,
  word = 'warmstart',
): Promise<string | null> => {
  const [waiting] = proposed
  const sessionsOf = (agent: string): number =>
    sources.filter(({ source }) => source === agent).reduce((sum, { sessions }) => sum + sessions, 0)
  const agents = INSTALLABLE.toSorted((one, other) => sessionsOf(other) - sessionsOf(one))
  const here: string[] = []
  for (const agent of agents) if (existsSync((await installerNamed(agent)).directory(place))) here.push(agent)
  if (sample) return `${word} install ${here[0] ?? agents[0]}`
  const missing = here.find((agent) => readRecord(home, agent) === undefined)
  if (missing !== undefined) return `${word} install ${missing}`
  // A template that no person has read yet is shown before it is put to use.
  if (waiting !== undefined && (here.length > 0 || inUse.length === 0)) return `${word} review ${waiting.template}`
  // Nobody to write ourselves into: what is given has to be asked for, and only what is in use can be.
  const [active] = inUse
  return active === undefined || here.length > 0 ? null : `${word} load ${active.template} --format skill --out DIR`
}
