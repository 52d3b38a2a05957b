import type { Bulk } from './bulk.ts'
import type { Project } from './projects.ts'
import type { Random } from './random.ts'
import type { SampleCall, SampleFormat, SampleSession, SampleStep } from './session.ts'
import { INTENTS, REPLIES, SUMMARIES, TASKS } from './talk.ts'
import type { Texts } from './texts.ts'
import { call, workOn } from './work.ts'
import type { Work } from './work.ts'

export interface SessionPlan {
  format: SampleFormat
  project: Project
  startedAt: number
  /** Turns of the model. */
  steps: number
  compacts: boolean
  delegates: boolean
  /** The last call never gets a result. */
  endsOpen: boolean
  /** Repeats the beginning of this session first. */
  continues?: Written
}

export interface Written {
  session: SampleSession
  lines: string[]
  /** The calls that are this session's own. */
  calls: SampleCall[]
  copied: number
  compactions: number
  subagent?: Pick<Written, 'session' | 'lines' | 'calls'>
}

/** Plays one session through and gives its lines, as its format writes them. */
export const writeSession = (
  plan: SessionPlan,
  random: Random,
  textsOf: ReadonlyMap<Project, Texts>,
  bulkOf?: (texts: Texts) => Bulk,
): Written => {
  const { format, project } = plan
  const texts = textsOf.get(project)
  if (!texts) throw new RangeError(`no texts for ${project.name}`)
  const session = startSession(plan, random)
  if (bulkOf) session.bulk = bulkOf(texts)
  const written: Written = { session, lines: [], calls: [], copied: 0, compactions: 0 }
  const add = (lines: object[]): void => void written.lines.push(...lines.map((line) => JSON.stringify(line)))
  const take = (step: SampleStep): void => {
    add(format.step(session, step, random))
    written.calls.push(...step.calls)
    session.contextTokens += contextOf(step)
  }
  add(format.open(session))
  if (plan.continues) repeat(plan.continues, written, format)
  add(format.user(session, texts.fill(random.pick(TASKS))))
  const work = workInProgress(workOf(session, { random, texts, format }))
  let untilReply = random.between(4, 18)
  for (let index = 0; index < plan.steps; index += 1) {
    const { value: step } = work.next()
    if (!step) break
    take(step)
    untilReply -= 1
    const reply = step.reply ?? (untilReply <= 0 ? texts.fill(random.pick(REPLIES)) : undefined)
    if (reply !== undefined) {
      if (!step.reply) take({ say: texts.fill(random.pick(INTENTS.done ?? [''])), calls: [] })
      add(format.user(session, reply))
      untilReply = random.between(4, 18)
    }
    if (plan.compacts && index === Math.floor(plan.steps / 2)) {
      add(format.compact(session, texts.fill(random.pick(SUMMARIES)), random))
      written.compactions += 1
      session.contextTokens = 6000
    }
    if (plan.delegates && index === 3) written.subagent = delegate({ plan, parent: session, random, textsOf, take })
  }
  if (plan.endsOpen)
    take({ say: '', calls: [call('shell', { subject: 'sleep 600', ending: 'none', truth: 'unknown' })] })
  return written
}

const workOf = (session: SampleSession, more: Pick<Work, 'random' | 'texts' | 'format'>): Work => ({
  project: session.project,
  ...more,
  ...(session.bulk ? { bulk: session.bulk } : {}),
})

// Every episode begins with reading, so a session that began with one would have fewer errors at its start than later.
const workInProgress = (work: Work): Generator<SampleStep> => {
  const steps = workOn(work)
  for (let skipped = work.random.between(15, 40); skipped > 0; skipped -= 1) steps.next()
  return steps
}

/** About four characters a token; what was called and answered stays in the context. */
const contextOf = (step: SampleStep): number =>
  60 + Math.ceil(step.calls.reduce((sum, one) => sum + one.result.length + one.after.length, step.say.length) / 4)

const MODELS = ['model-large-2', 'model-small-3'] as const

const startSession = (plan: SessionPlan, random: Random): SampleSession => {
  const session: SampleSession = {
    id: random.uuid(),
    project: plan.project,
    model: random.pick(MODELS),
    startedAt: plan.startedAt,
    clockMs: plan.startedAt,
    contextTokens: 4000,
    spentTokens: 0,
    lastId: null,
    isSubagent: false,
    path: '',
  }
  if (plan.continues) session.parent = plan.continues.session
  session.path = plan.format.pathOf(session)
  return session
}

/** A continued session repeats at most so many lines: enough to be counted twice by mistake, not enough to fill a disk. */
const REPEATED_LINES = 60

const repeat = (from: Written, to: Written, format: SampleFormat): void => {
  for (const line of from.lines.slice(0, endOfRepeated(from.lines))) {
    const parsed: object = JSON.parse(line)
    const repeated = format.repeat(to.session, parsed)
    if (repeated) to.lines.push(JSON.stringify(repeated))
  }
  const text = to.lines.join('\n')
  to.copied = text.split(CALL).length - 1
}

/** Cut where every call has its result: a half-copied call would have two truths. */
const endOfRepeated = (lines: readonly string[]): number => {
  let end = 0
  let open = 0
  for (const [index, line] of lines.slice(0, REPEATED_LINES).entries()) {
    open += line.split(CALL).length - line.split(RESULT).length
    if (open === 0) end = index + 1
  }
  return end
}

const CALL = /"type":"(?:tool_use|toolCall|function_call|custom_tool_call)"/
const RESULT = /"type":"(?:tool_result|function_call_output|custom_tool_call_output)"|"role":"toolResult"/

interface Delegation {
  plan: SessionPlan
  parent: SampleSession
  random: Random
  textsOf: ReadonlyMap<Project, Texts>
  take: (step: SampleStep) => void
}

// The parent's call first, then a short session of the sub-agent's own.
const delegate = ({ plan, parent, random, textsOf, take }: Delegation): Written => {
  const task = 'Find every place that uses the old name and list them.'
  const { format, project } = plan
  const session = startSession({ ...plan, startedAt: parent.clockMs + 1000 }, random)
  session.isSubagent = true
  if (parent.bulk) session.bulk = parent.bulk
  session.parent = parent
  session.path = format.pathOf(session)
  take({ say: '', calls: [call('delegate', { subject: task, path: session.id, result: 'Three places use it.' })] })
  const written: Written = { session, lines: [], calls: [], copied: 0, compactions: 0 }
  const texts = textsOf.get(project)
  if (!texts) return written
  const add = (lines: object[]): void => void written.lines.push(...lines.map((line) => JSON.stringify(line)))
  add(format.open(session))
  add(format.user(session, task))
  let left = random.between(3, 9)
  for (const step of workInProgress(workOf(session, { random, texts, format }))) {
    add(format.step(session, step, random))
    written.calls.push(...step.calls)
    left -= 1
    if (left <= 0) break
  }
  return written
}
