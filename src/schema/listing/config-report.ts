import * as v from 'valibot'
import { described, describedObject } from '../described.ts'
import { Finite, Whole } from './words.ts'

/** What is configured and where each value comes from. Keys are never part of it. */
export const ConfigReport = describedObject('What is configured for the agent, and where each value comes from.', {
  settings: described(
    v.array(
      v.object({
        name: described(v.string(), 'as in the configuration file, with its section'),
        value: v.union([v.string(), Finite, v.array(v.string())]),
        from: described(v.string(), 'a flag, a variable, a file, or default'),
      }),
    ),
    'those that are set, or have a default',
  ),
  key: described(
    v.object({ isPresent: v.boolean(), from: v.nullable(v.string()) }),
    'of the provider; never its value',
  ),
  files: described(
    v.array(
      v.object({
        path: v.string(),
        kind: v.picklist(['project', 'home', 'env']),
        isTrusted: described(v.boolean(), 'false: what could send a key elsewhere is not used'),
      }),
    ),
    'that were read',
  ),
  warnings: v.array(v.string()),
  problem: described(v.nullable(v.string()), 'why nothing can be said: a file or a value that makes no sense'),
  endpoint: described(
    v.nullable(
      v.object({
        isReachable: v.boolean(),
        status: described(v.nullable(Whole), 'of the answer to the question for models'),
        listsModel: described(v.nullable(v.boolean()), 'null: there is no list, or no model is configured'),
        message: v.nullable(v.string()),
      }),
    ),
    'null: it was not asked; --check-model asks',
  ),
})

export type ConfigReport = v.InferOutput<typeof ConfigReport>
