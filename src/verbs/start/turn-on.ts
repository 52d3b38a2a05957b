import { existsSync } from 'node:fs'
import type { App } from '../../app.ts'
import type { StartReport } from './operation.ts'
import { readRecord } from '../../interfaces/hooks/install-record.ts'
import { INSTALLABLE, installerNamed } from '../../interfaces/hooks/install-registry.ts'

/**
 * The one command that gives new sessions what was found, for the agent with the most sessions here. Where nothing was found yet, the
 * command prepares for later finds. `word` calls the program. Null: there is no agent to give it to, or it is on. For the sample it is
 * the command that the user would run for sessions of their own.
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
  // No agent here takes our hooks: the user has to ask for a template, and only a template in use can be had.
  const [active] = inUse
  return active === undefined || here.length > 0 ? null : `${word} load ${active.template} --format skill --out DIR`
}
