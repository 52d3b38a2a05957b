import { warmSessionTool } from '../../verbs/warm-session/operation.ts'
import type { WarmSessionAnswer } from '../../verbs/warm-session/shape.ts'
import type { Warmstart } from './open.ts'

/** The description of the `warm_session` tool for a model; `parameters` is a JSON Schema. */
export const warmSessionDefinition: {
  name: string
  description: string
  parameters: Readonly<Record<string, unknown>>
} = {
  name: warmSessionTool.name,
  description: warmSessionTool.description,
  parameters: warmSessionTool.parameters,
}

/** Calls the `warm_session` tool with a model's arguments: `success` says whether it worked. Never throws. */
export const warmSession = ({ app, store }: Warmstart, args: unknown): Promise<WarmSessionAnswer> =>
  warmSessionTool.run(app, store, args)
