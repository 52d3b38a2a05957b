import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { HookAgent } from './hook.ts'

/** An agent is a folder: `agent.ts` reads and answers its hooks, `settings.ts` installs into its settings. */
type Part = 'agent' | 'settings'

/** The files are TypeScript in a clone and JavaScript in the package. */
const ENDING = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

/** The agents that have this part, in alphabetical order. */
export const agentsWith = (part: Part): string[] =>
  readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && hasPart(entry.name, part))
    .map(({ name }) => name)
    .toSorted()

/** One part of an agent; undefined if there is no such agent or part. */
export const partOf = async (name: string, part: Part): Promise<unknown> => {
  if (!hasPart(name, part)) return undefined
  const loaded: unknown = await import(new URL(`./${name}/${part}.${ENDING}`, import.meta.url).href)
  return (loaded as Record<Part, unknown>)[part]
}

/** The name comes from a command line, so it must not lead to another path. */
export const hasPart = (name: string, part: Part): boolean =>
  /^[a-z][a-z0-9-]{0,40}$/.test(name) && existsSync(join(import.meta.dirname, name, `${part}.${ENDING}`))

/** The agent whose hooks run `warmstart hook NAME`, loaded on demand. */
export const hookAgentNamed = async (name: string): Promise<HookAgent | undefined> =>
  (await partOf(name, 'agent')) as HookAgent | undefined
