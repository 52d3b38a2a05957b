import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { HookAgent } from './hook.ts'

/** An agent is a folder: `agent.ts` says how it speaks to hooks, `settings.ts` what is written into its settings. */
type Part = 'agent' | 'settings'

/** In a clone the files are TypeScript, in the package they are not. */
const ENDING = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** The names of the agents that have such a part, in the order of the alphabet. */
export const agentsWith = (part: Part): string[] =>
  readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && hasPart(entry.name, part))
    .map(({ name }) => name)
    .toSorted()

/** One part of an agent; undefined: there is no such agent, or it has no such part. */
export const partOf = async (name: string, part: Part): Promise<unknown> => {
  if (!hasPart(name, part)) return undefined
  const loaded: unknown = await import(new URL(`./${name}/${part}.${ENDING}`, import.meta.url).href)
  return (loaded as Record<Part, unknown>)[part]
}

/** A name comes from a command line: it must not lead anywhere else. */
export const hasPart = (name: string, part: Part): boolean =>
  /^[a-z][a-z0-9-]{0,40}$/.test(name) && existsSync(join(import.meta.dirname, name, `${part}.${ENDING}`))

/** The agent whose hooks run `warmstart hook NAME`; loaded when it calls. */
export const hookAgentNamed = async (name: string): Promise<HookAgent | undefined> =>
  (await partOf(name, 'agent')) as HookAgent | undefined
