import type { Tool, ToolAnswer, ToolContext } from '../../agent/tool.ts'
import { AppError } from '../../lib/error.ts'
import { asString } from '../../lib/json.ts'
import { type Job, listJobs } from '../../store/chats/job.ts'
import { type ChatJobRules, DEFAULT_CHAT_JOB_RULES, minIntervalMs } from '../config/chat-rules.ts'
import { checkChatJob, checkRunNow } from './check.ts'
import { CRON } from './run-jobs.ts'
import { createJob, pauseJob, removeJob, resumeJob, runJob, theJob } from './actions.ts'
import { createRateLimiter, type Limited } from '../rate-limit.ts'
import { localTimeZone } from './schedule.ts'
import type { MessageSource } from '../identity/source.ts'

export interface CronToolParts {
  /** The chat of a session; undefined if it has none. */
  originOf(sessionKey: string): Promise<MessageSource | undefined>
  timeZone?: string
  rules?: ChatJobRules
}

/**
 * The tool by which the agent of a chat schedules prompts. It sees and changes only jobs of its session's owner. A job
 * delivers to the chat it was made in or into a local file; other targets need the operator's permission.
 */
export const createCronTool = ({
  originOf,
  timeZone = localTimeZone(),
  rules = DEFAULT_CHAT_JOB_RULES,
}: CronToolParts): Tool => {
  // Extra runs are counted per owner as well, because a job that is made anew before every run has no last run to
  // compare with.
  const byHand = createRateLimiter({ burst: Math.max(1, rules.jobsPerPerson), refillMs: minIntervalMs(rules) }, () =>
    performance.now(),
  )
  return toolOf({ originOf, timeZone, rules, byHand })
}

interface CronTool extends Required<CronToolParts> {
  byHand(owner: string): Limited
}

const toolOf = (parts: CronTool): Tool => ({
  name: 'cron',
  description: `Schedules prompts to yourself. Actions: add (schedule, prompt, deliver), list, pause, resume, run (now), remove. A schedule is five cron fields (minute hour day month weekday) in the time zone, with at least ${parts.rules.minIntervalMinutes} minutes between two runs. Each run is a new session that knows nothing of this one, so that the prompt must say everything. deliver is ${deliverWords(parts.rules)}. One person has at most ${parts.rules.jobsPerPerson} jobs.`,
  parameters: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: ['add', 'list', 'pause', 'resume', 'run', 'remove'] },
      schedule: { type: 'string', description: 'of add: as in "0 9 * * 1" for Mondays at nine' },
      prompt: { type: 'string', description: 'of add: what you will be asked' },
      deliver: { type: 'string', description: 'of add: where the answer goes; default origin' },
      timezone: { type: 'string', description: `of add: IANA name; default ${parts.timeZone}` },
      name: { type: 'string', description: 'of add: a short name' },
      job: { type: 'string', description: 'of pause, resume, run, remove: the id or the name' },
    },
    required: ['action'],
  },
  run: async (args, context) => {
    try {
      return answered(await act(args, context, parts))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { text: JSON.stringify({ error: error.message, hint: error.hint ?? null }), isError: true }
    }
  },
})

const act = async (
  args: Readonly<Record<string, unknown>>,
  { store, session, app }: ToolContext,
  { originOf, timeZone, rules, byHand }: CronTool,
): Promise<unknown> => {
  const text = (name: string): string | undefined => asString(args[name])
  const { owner, key } = session
  const named = (): Promise<Job> => {
    const job = text('job')?.trim()
    if (job === undefined || job === '') throw new AppError('usage', 'job is missing: the id or the name of one')
    return theJob(store, job, owner)
  }
  switch (text('action')) {
    case 'list':
      return { jobs: (await listJobs(store, owner)).map(shown) }
    case 'add': {
      // A job that makes jobs could fill the machine.
      if (key.startsWith(`${CRON}:`)) throw new AppError('usage', 'a scheduled job cannot add jobs')
      const origin = await originOf(key)
      const deliver = text('deliver') ?? (origin === undefined ? 'local' : 'origin')
      const [schedule, prompt] = [text('schedule') ?? '', text('prompt') ?? '']
      const asked = {
        owner,
        schedule,
        prompt,
        deliver,
        timezone: text('timezone') ?? timeZone,
        name: text('name'),
        origin,
      }
      await checkChatJob(store, asked, { rules, now: app.now() })
      return { added: shown(await createJob(store, asked, app.now())) }
    }
    case 'pause':
      return { paused: shown(await pauseJob(store, await named())) }
    case 'resume':
      return { resumed: shown(await resumeJob(store, await named(), app.now())) }
    case 'run': {
      const job = await named()
      checkRunNow(job, { rules, now: app.now() })
      if (byHand(owner).isLimited)
        throw new AppError('not-allowed', 'too many jobs were run by hand', { hint: 'wait for their schedules' })
      return { queued: shown(await runJob(store, job, app.now())) }
    }
    case 'remove':
      return { removed: shown(await removeJob(store, await named())) }
    default:
      throw new AppError('usage', 'action must be add, list, pause, resume, run or remove')
  }
}

const deliverWords = ({ targets }: ChatJobRules): string =>
  ['origin (this chat, the default), local (a file)', ...targets].join(', ')

const answered = (value: unknown): ToolAnswer => ({ text: JSON.stringify(value) })

const LONGEST_PROMPT_CHARS = 300

const shown = ({ id, name, schedule, timezone, deliver, state, nextAt, lastState, prompt }: Job) => ({
  id,
  name,
  schedule,
  timezone,
  deliver,
  state,
  next: nextAt === undefined ? null : new Date(nextAt).toISOString(),
  last: lastState ?? null,
  prompt:
    prompt.length > LONGEST_PROMPT_CHARS
      ? `${prompt.slice(0, LONGEST_PROMPT_CHARS)}… (${prompt.length} characters)`
      : prompt,
})
