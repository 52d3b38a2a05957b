import { warmSessionTool } from '../../verbs/warm-session/operation.ts'
import type { WarmSessionAnswer } from '../../verbs/warm-session/shape.ts'
import type { Warmstart } from './open.ts'

/** The `warm_session` tool as a model is told of it; `parameters` is a JSON Schema. */
export const warmSessionDefinition: {
  name: string
  description: string
  parameters: Readonly<Record<string, unknown>>
} = {
  name: warmSessionTool.name,
  description: warmSessionTool.description,
  parameters: warmSessionTool.parameters,
}

/** What the `warm_session` tool answers to arguments that a model made up: `success` says whether it worked. Never throws. */
export const warmSession = ({ app, store }: Warmstart, args: unknown): Promise<WarmSessionAnswer> =>
  warmSessionTool.run(app, store, args)
