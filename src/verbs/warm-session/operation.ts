import type { App } from '../../app.ts'
import type { WarmSessionAnswer } from './shape.ts'
import type { Connection } from '../../store/connection.ts'
import { failedAnswer, listAnswer } from './answers-operation.ts'
import { PARAMETERS, readWarmSession, type ToolLimits } from './arguments-operation.ts'

/**
 * A tool that an agent can call: its description for the model, and its action. It answers any input and never throws.
 */
export interface AgentTool<Answer extends { success: boolean } = { success: boolean }> {
  name: string
  description: string
  /** JSON Schema. */
  parameters: Readonly<Record<string, unknown>>
  run(app: App, store: Connection, args: unknown, limits?: ToolLimits): Promise<Answer>
  /** The answer on a machine without a store; undefined if only a store can answer. */
  answerWithoutStore?(args: unknown): Answer | undefined
}

/** Offers templates and figures of sessions in one tool, for agents that use them by themselves. */
export const warmSessionTool: AgentTool<WarmSessionAnswer> = {
  name: 'warm_session',
  description:
    'Start sessions with what worked in earlier ones, and see how reliable sessions are. Templates are built from sessions of yours that were read before; loading one gives the messages a new session starts with.',
  parameters: PARAMETERS,
  run: async (app, store, args, limits = {}) => {
    try {
      const given = readWarmSession(args)
      const { ACTIONS } = await import('./actions-operation.ts')
      return await ACTIONS[given.action](app, store, { ...given, ...limits })
    } catch (error) {
      return failedAnswer(error)
    }
  },
  answerWithoutStore: (args) => {
    try {
      // Without a store there are no templates, which is an answer and not a failure.
      return readWarmSession(args).action === 'list' ? listAnswer({ templates: [], damaged: [], count: 0 }) : undefined
    } catch (error) {
      return failedAnswer(error)
    }
  },
}
