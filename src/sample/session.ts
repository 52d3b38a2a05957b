import { openTranscript, tokensOf, writeCompaction, writeStep, writeUser } from './transcript.ts'
import type { Transcript, TranscriptStart } from './transcript.ts'
import { makeCall, workOn } from './work.ts'
import type { SampleCall, SampleStep, Work } from './work.ts'
import script from './work.json' with { type: 'json' }

/** A session that was played through: as its agent writes it down, and the calls that are its own. */
export interface Session {
  work: Work
  transcript: Transcript
  calls: SampleCall[]
  copied: number
  compactions: number
  subagent?: Session
}

export interface SessionPlan {
  startedAt: number
  /** Turns of the model. */
  steps: number
  compacts: boolean
  delegates: boolean
  /** The last call never gets a result. */
  endsOpen: boolean
  /** Repeats the beginning of this session first. */
  continues?: Session | undefined
}

export const playSession = (plan: SessionPlan, work: Work): Session => {
  const { random, texts } = work
  const session = begin(work, { startedAt: plan.startedAt, parent: plan.continues?.transcript })
  const { transcript } = session
  if (plan.continues) session.copied = repeat(plan.continues.transcript, transcript)
  writeUser(transcript, texts.fill(random.pick(script.tasks)))
  const steps = workInProgress(work)
  let untilReply = random.between(4, 18)
  for (let index = 0; index < plan.steps; index += 1) {
    const step: SampleStep = steps.next().value
    take(session, step)
    untilReply -= 1
    const reply = step.reply ?? (untilReply <= 0 ? texts.fill(random.pick(script.replies)) : undefined)
    if (reply !== undefined) {
      if (!step.reply) take(session, { say: texts.fill(random.pick(script.says.done)), calls: [] })
      writeUser(transcript, reply)
      untilReply = random.between(4, 18)
    }
    if (plan.compacts && index === Math.floor(plan.steps / 2)) {
      writeCompaction(transcript, texts.fill(random.pick(script.summaries)))
      session.compactions += 1
    }
    if (plan.delegates && index === 3) session.subagent = delegate(session)
  }
  if (plan.endsOpen) take(session, { say: '', calls: [makeCall(work, 'never answered')] })
  return session
}

const begin = (work: Work, start: Pick<TranscriptStart, 'startedAt' | 'parent' | 'isSubagent'>): Session => {
  const { random, project, format, bulk } = work
  const drawn = { id: random.uuid(), model: random.pick(script.models) }
  const transcript = openTranscript({ ...start, ...drawn, format, project, bulk })
  return { work, transcript, calls: [], copied: 0, compactions: 0 }
}

// Every episode begins with reading, so a session that began with one would have fewer errors at its start than later.
const workInProgress = (work: Work): Generator<SampleStep, never> => {
  const steps = workOn(work)
  for (let skipped = work.random.between(15, 40); skipped > 0; skipped -= 1) steps.next()
  return steps
}

const take = ({ transcript, calls, work }: Session, step: SampleStep): void => {
  writeStep(transcript, step, work.random)
  calls.push(...step.calls)
  // What was called and answered stays in the context.
  const chars = step.calls.reduce((sum, call) => sum + call.result.length + call.after.length, step.say.length)
  transcript.contextTokens += 60 + tokensOf(chars)
}

/** The parent's call first, then a short session of the sub-agent's own. */
const delegate = (parent: Session): Session => {
  const { work, transcript } = parent
  const session = begin(work, { startedAt: transcript.clockMs + 1000, parent: transcript, isSubagent: true })
  const call = { ...makeCall(work, 'delegate'), path: session.transcript.id }
  take(parent, { say: '', calls: [call] })
  writeUser(session.transcript, call.subject)
  let left = work.random.between(3, 9)
  for (const steps = workInProgress(work); left > 0; left -= 1) {
    const step = steps.next().value
    writeStep(session.transcript, step, work.random)
    session.calls.push(...step.calls)
  }
  return session
}

/** Most lines that a continued session repeats: enough to be counted twice by mistake, not enough to fill a disk. */
const REPEATED_LINES = 60

/** Returns how many calls were repeated. */
const repeat = (from: Transcript, to: Transcript): number => {
  const { not, under } = to.format.repeats
  for (const text of from.lines.slice(0, endOfRepeated(from.lines))) {
    const line = JSON.parse(text) as { type: string }
    if (line.type !== not) to.lines.push(JSON.stringify(under === undefined ? line : { ...line, [under]: to.id }))
  }
  return to.lines.join('\n').split(CALL).length - 1
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
