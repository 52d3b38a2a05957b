import type { Cause } from '../schema/outcome.ts'
import type { SampleFormat } from './formats.ts'
import { fill } from './fill.ts'
import type { Values } from './fill.ts'
import type { Random } from './random.ts'
import type { Bulk, Project, Texts } from './texts.ts'

import script from './work.json' with { type: 'json' }

/** A call before it is written in a format. Every format has its own tool for an action. */
export interface SampleCall {
  action: 'shell' | 'read' | 'search' | 'edit' | 'delegate'
  /** The command, the pattern or the task. */
  subject: string
  path: string
  before: string
  after: string
  result: string
  /** Not 0 where the call failed, whatever its tool. */
  exitCode: number
  /** `rejected` by the user, `cancelled` because a sibling failed, `running` on, or without any result. */
  ending: 'done' | 'rejected' | 'cancelled' | 'running' | 'none'
  /** What really became of it: the truth that a judge is compared with. */
  truth: 'ok' | 'unknown' | Cause
}

/** One turn of the model: words, then calls that run side by side. */
export interface SampleStep {
  say: string
  calls: SampleCall[]
  /** What the user says after it. */
  reply?: string
}

/** What a session works on, and with whose luck. */
export interface Work {
  project: Project
  random: Random
  texts: Texts
  bulk?: Bulk | undefined
  format: SampleFormat
}

/**
 * An endless stream of coding work: small episodes, each drawn from the same table whatever came before. Errors are
 * therefore as likely early in a session as late: no learning is planted.
 */
export function* workOn(work: Work): Generator<SampleStep, never> {
  for (;;) {
    let draw = work.random.next()
    const episode = EPISODES.find(({ share }) => (draw -= share) < 0)
    if (episode && (episode.needs === undefined || work.format[episode.needs])) yield* play(work, episode.steps)
  }
}

interface Episode {
  share: number
  needs?: 'leavesRunning'
  steps: EpisodeStep[]
}

/** Words with calls, or steps that follow by chance: once, or as long as chance holds. */
type EpisodeStep = TalkStep | { chance: number; again?: boolean; steps: EpisodeStep[]; otherwise?: EpisodeStep[] }

interface TalkStep {
  say: keyof typeof script.says
  calls: CallName[]
  times?: [low: number, high: number]
  /** How likely the second call is made, and cancelled, when the first fails. */
  sibling?: { cancelled: number; kept: number }
  reply?: string
}

const EPISODES = script.episodes as Episode[]

function* play(work: Work, steps: readonly EpisodeStep[]): Generator<SampleStep> {
  const { random } = work
  for (const step of steps) {
    if ('say' in step) yield talk(work, step)
    else if (step.again) while (random.chance(step.chance)) yield* play(work, step.steps)
    else yield* play(work, random.chance(step.chance) ? step.steps : (step.otherwise ?? []))
  }
}

const talk = (work: Work, { say, calls: names, times: [low, high] = [1, 1], sibling, reply }: TalkStep): SampleStep => {
  const { random, texts } = work
  const count = low === high ? low : random.between(low, high)
  let calls = Array.from({ length: count }, () => names.map((name) => makeCall(work, name))).flat()
  if (sibling) calls = withSibling(work, calls, sibling)
  return { say: texts.fill(random.pick(script.says[say])), calls, ...(reply === undefined ? {} : { reply }) }
}

const withSibling = (
  work: Work,
  calls: SampleCall[],
  { cancelled, kept }: { cancelled: number; kept: number },
): SampleCall[] => {
  const [first, ...others] = calls
  if (!first) return []
  if (work.format.cancelsSiblings && work.random.chance(cancelled))
    return [first, ...others.map((call): SampleCall => ({ ...call, ending: 'cancelled', truth: 'not-run' }))]
  return work.random.chance(kept) ? calls : [first]
}

type CallName = keyof typeof script.calls

/** A call as the script describes it, with files, words and results of the project. */
export const makeCall = (work: Work, name: CallName): SampleCall => {
  const { program, prints, ...description } = CALLS[name]
  const ran = program === 'trouble' ? work.random.pick(script.trouble) : program && work.project[program]
  const command = ran ? { subject: ran.command } : {}
  const filled = fill(description, { ...valuesOf(work), ...ran }) as Pick<SampleCall, 'action'>
  const printed = typeof prints === 'string' ? (ran as Program | undefined)?.[prints] : prints
  const result = printed === undefined ? {} : { result: output(work, printed) }
  return { ...UNEVENTFUL, ...command, ...filled, ...result }
}

/** A command, what it printed and how it ended. */
export const shellCall = (subject: string, result: string, exitCode: number): SampleCall => ({
  ...UNEVENTFUL,
  action: 'shell',
  subject,
  result,
  exitCode,
})

interface CallDescription {
  /** The project's, or one that fails through no fault of the model. */
  program?: 'test' | 'build' | 'lint' | 'trouble'
  prints?: keyof Program | readonly string[]
}

const CALLS = script.calls as Record<CallName, CallDescription>

interface Program {
  passes?: readonly string[]
  fails: readonly string[]
}

const UNEVENTFUL: Omit<SampleCall, 'action'> = {
  subject: '',
  path: '',
  before: '',
  after: '',
  result: '',
  exitCode: 0,
  ending: 'done',
  truth: 'ok',
}

// Each is drawn when its place in the description is filled.
const valuesOf = ({ project, random, texts, bulk }: Work): Values => ({
  file: () => random.pick(project.files),
  noun: () => random.pick(project.nouns),
  verb: () => random.pick(project.verbs),
  refused: () => random.pick(script.refused),
  code: () => texts.code(resultChars(random)),
  found: () => {
    const path = random.pick(project.files)
    const found = texts.code(resultChars(random) / 3).split('\n')
    return found.map((line, index) => `${path}:${index * 7 + 3}:${line}`).join('\n')
  },
  before: () => bulk?.code(120) ?? texts.code(80),
  after: () => bulk?.code(400) ?? texts.code(120),
})

/** Results are a few KB, now and then a long file: the middle is near what real sessions have. */
const resultChars = (random: Random): number =>
  random.chance(0.007) ? random.between(30_000, 100_000) : Math.min(25_000, random.logNormal(1000, 0.9))

/** Programs print more than their last words. */
const output = ({ random, texts }: Work, prints: readonly string[]): string => {
  const chatter = prints.length > 0 && random.chance(0.3) ? texts.lines(script.chatter) : ''
  return `${chatter}${texts.lines(prints)}`
}
