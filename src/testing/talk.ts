import { SEED_ID_PREFIX } from '../schema/seed.ts'

/** A conversation that is in no provider's form yet. */
export interface Talk {
  system: string | undefined
  turns: {
    user: string
    /** Each step holds calls that the model makes at once. */
    steps: TalkCall[][]
    answer: string
  }[]
  /** The user's last message, if it has no answer yet. */
  open: string | undefined
}

export interface TalkCall {
  id: string
  tool: string
  args: Record<string, unknown>
  result: string
}

type WithoutIds = Pick<Talk, 'system' | 'open'> & {
  turns: { user: string; steps: Omit<TalkCall, 'id'>[][]; answer: string }[]
}

/** Gives each call an id. The first ids are those that a seed would choose, so that the seed has to choose others. */
export const withCallIds = ({ turns, ...talk }: WithoutIds): Talk => {
  let count = 0
  const nextId = (): string => {
    const at = count++
    return at < SEED_IDS.length ? `${SEED_ID_PREFIX}${SEED_IDS[at]}` : `call_${at}`
  }
  return {
    ...talk,
    turns: turns.map((turn) => ({
      ...turn,
      steps: turn.steps.map((step) => step.map((call) => ({ ...call, id: nextId() }))),
    })),
  }
}

const SEED_IDS = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'aaaaaaaaaaaaa', 'cccccccccccc']
