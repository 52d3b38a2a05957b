import { existsSync } from 'node:fs'
import type { App } from '../../app.ts'
import type { StartReport } from './operation.ts'
import { readRecord } from '../../interfaces/hooks/install-record.ts'
import { INSTALLABLE, installerNamed } from '../../interfaces/hooks/install-registry.ts'

/**
 * The one command that gives the findings to new sessions of the agent with the most sessions here. If nothing was
 * found yet, the command prepares for later findings. `word` calls the program. Null: no agent can take it, or it is
 * already on. For the sample, it is the command for the user's own sessions.
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
  // A template that no person has read is shown before it is put into use.
  if (waiting !== undefined && (here.length > 0 || inUse.length === 0)) return `${word} review ${waiting.template}`
  // No agent here takes our hooks, so the user has to load a template, and only a template in use can be loaded.
  const [active] = inUse
  return active === undefined || here.length > 0 ? null : `${word} load ${active.template} --format skill --out DIR`
}
