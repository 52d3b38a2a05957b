import type { Loaded, LoadInput as StoredLoadInput } from '../../verbs/load/operation.ts'
import { DEFAULT_FORMAT } from '../../provision/formats.ts'
import { readTools } from '../../provision/lint/tools.ts'
import { type MadeSeed, makeSeed, type SeedOptions } from '../../provision/load.ts'
import type { Template } from '../../schema/listing/template.ts'
import type { Warmstart } from './open.ts'

/** The seed of an active template of a store; its use goes into the ledger. */
export const loadSeed = async ({ app, store }: Warmstart, { tools, ...input }: LoadInput): Promise<Loaded> => {
  const { loadSeed: load } = await import('../../verbs/load/operation.ts')
  return load(app, store, { ...input, tools: tools === undefined ? undefined : await readTools(tools) })
}

export interface LoadInput extends Omit<StoredLoadInput, 'tools' | 'owner'> {
  /** The tools that the session has, as its provider takes them: a history of other tools becomes text. */
  tools?: unknown
}

export interface WarmOptions extends Partial<Omit<SeedOptions, 'now' | 'conversation' | 'dose' | 'tools'>> {
  /** Patterns at most, 3 where nothing is said. */
  maxPatterns?: number
  /** Milliseconds; what has expired by then is left out. */
  now?: number
}

/** A conversation that begins with what a template holds: per pattern the intent, the call and its result; the message last. */
export const buildWarmConversation = (template: Template, options: WarmOptions = {}): MadeSeed['value'] =>
  seedOf(template, options)

/** A conversation with the seed behind its leading system messages; everything that was in it stays. */
export const injectTemplate = (
  conversation: unknown,
  template: Template,
  options: WarmOptions = {},
): MadeSeed['value'] => seedOf(template, options, conversation)

const seedOf = (
  template: Template,
  { maxPatterns, now = Date.now(), format = DEFAULT_FORMAT, ...rest }: WarmOptions,
  conversation?: unknown,
): unknown =>
  makeSeed(template, {
    ...rest,
    format,
    now,
    dose: maxPatterns,
    ...(conversation === undefined ? {} : { conversation }),
  }).value
