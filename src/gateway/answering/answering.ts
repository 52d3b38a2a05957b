import { readGateways } from '../../store/chats/gateway.ts'
import { isIn } from '../receiving/admission.ts'
import type { AnswerParts } from './answer.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { answerJob, CRON } from '../jobs/run-jobs.ts'
import { knownHomes } from '../sending/known-homes.ts'
import type { Outbox } from '../sending/outbox.ts'

export interface AnsweringParts {
  outbox: Outbox
  /** Names of the platforms that are connected at the moment. */
  served(): readonly string[]
  isStopping(): boolean
  stopLane(lane: string): Promise<number>
}

/** Connects the inbox to everything that answers messages: the agent, its chats, their commands and jobs. */
export const createAnswering = (
  parts: GatewayParts,
  { outbox, served, isStopping, stopLane }: AnsweringParts,
): AnswerParts => {
  const { app, store, config } = parts
  const homesOf = (platforms: readonly string[]) =>
    knownHomes(platforms, { store, configured: config.homeChannels, now: app.now })
  /**
   * Includes platforms of this gateway that fail at the moment (their messages wait) and platforms of other gateways.
   */
  const deliverable = async (): Promise<readonly string[]> => {
    const others = (await readGateways(store)).flatMap(({ platforms }) => platforms)
    return [...new Set([...parts.platforms.map(({ name }) => name), ...others])].filter((name) => name !== CRON)
  }
  const isStillIn: AnswerParts['isStillIn'] = (source) => {
    const limits = parts.platforms.find(({ name }) => name === source.platform)?.limits ?? {
      admission: 'list' as const,
    }
    return isIn(source, { store, config, limits })
  }
  return {
    ...parts,
    outbox,
    contextPrompt: async (source) => {
      const platforms = served()
      return parts.contextPrompt(source, { platforms, homes: await homesOf(platforms) })
    },
    commands: { ...parts, outbox, now: app.now, stopLane },
    answerJob: (job, stop) =>
      answerJob(job, stop, {
        ...parts,
        rules: config.cron,
        homes: async () => homesOf(await deliverable()),
        platforms: deliverable,
        isStillIn,
        isStopping,
      }),
    isStillIn,
    isStopping,
  }
}
