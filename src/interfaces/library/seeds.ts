import type { Loaded, LoadInput as StoredLoadInput } from '../../verbs/load/operation.ts'
import { DEFAULT_FORMAT } from '../../provision/formats.ts'
import { readTools } from '../../provision/lint/tools.ts'
import { type MadeSeed, makeSeed, type SeedOptions } from '../../provision/load.ts'
import type { Template } from '../../schema/listing/template.ts'
import type { Warmstart } from './open.ts'

/** Makes the seed of an active template; its use is recorded in the ledger. */
export const loadSeed = async ({ app, store }: Warmstart, { tools, ...input }: LoadInput): Promise<Loaded> => {
  const { loadSeed: load } = await import('../../verbs/load/operation.ts')
  return load(app, store, { ...input, tools: tools === undefined ? undefined : await readTools(tools) })
}

export interface LoadInput extends Omit<StoredLoadInput, 'tools' | 'owner'> {
  /** The tools of the session, in the form of its provider: a history of other tools becomes text. */
  tools?: unknown
}

export interface WarmOptions extends Partial<Omit<SeedOptions, 'now' | 'conversation' | 'dose' | 'tools'>> {
  /** The largest number of patterns; the default is 3. */
  maxPatterns?: number
  /** Milliseconds; patterns that have expired by then are left out. */
  now?: number
}

/**
 * Makes a conversation that begins with the content of a template: for each pattern the intent, the call and its
 * result; the message comes last.
 */
export const buildWarmConversation = (template: Template, options: WarmOptions = {}): MadeSeed['value'] =>
  seedOf(template, options)

/** Inserts the seed into a conversation after its leading system messages; all messages stay. */
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
