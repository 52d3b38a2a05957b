import { randomBytes } from 'node:crypto'
import { AppError } from '../../lib/error.ts'
import type { Connection } from '../../store/connection.ts'
import { addJob, deleteJob, findJobs, type Job, listJobs, setJobState } from '../../store/chats/job.ts'
import { parseTargets } from '../config/delivery-target.ts'
import { queueRun } from './run-jobs.ts'
import { checkSchedule, nextRun } from './schedule.ts'
import { type MessageSource, writeSource } from '../identity/source.ts'

export interface NewJob {
  owner: string
  schedule: string
  prompt: string
  deliver: string
  timezone: string
  name?: string | undefined
  missed?: Job['missed'] | undefined
  /** The chat in which the job is made. */
  origin?: MessageSource | undefined
}

/** Makes a job. Throws with an explanation if the job is wrong. */
export const createJob = async (store: Connection, given: NewJob, now: number): Promise<Job> => {
  const [schedule, prompt] = [given.schedule.trim(), given.prompt.trim()]
  checkSchedule(schedule, given.timezone)
  parseTargets(given.deliver)
  if (prompt === '' || prompt.length > LONGEST_PROMPT_CHARS)
    throw new AppError('usage', `what is asked must have 1 to ${LONGEST_PROMPT_CHARS} characters`, {
      hint: 'as in `warmstart cron add "0 9 * * 1" "What happened last week?"`',
    })
  const others = await listJobs(store, given.owner)
  if (others.length >= MOST_JOBS)
    throw new AppError('too-many', `there are ${others.length} jobs already`, {
      hint: 'remove some with `warmstart cron remove`',
    })
  const job: Job = {
    id: randomBytes(4).toString('hex'),
    owner: given.owner,
    name: nameOf(given.name ?? prompt),
    schedule,
    timezone: given.timezone,
    missed: given.missed ?? 'run',
    prompt: prompt.replaceAll('\u0000', '\uFFFD').toWellFormed(),
    deliver: given.deliver.trim(),
    origin: given.origin === undefined ? undefined : JSON.stringify(writeSource(given.origin)),
    state: 'active',
    createdAt: now,
    nextAt: nextRun(schedule, given.timezone, now),
    lastAt: undefined,
    lastState: undefined,
    lastNote: undefined,
    runs: 0,
  }
  await addJob(store, job)
  return job
}

const LONGEST_PROMPT_CHARS = 20_000
const MOST_JOBS = 200
const LONGEST_NAME_CHARS = 60

const nameOf = (text: string): string =>
  Array.from(text.replaceAll(/[\s\p{C}]+/gu, ' ').trim())
    .slice(0, LONGEST_NAME_CHARS)
    .join('') || 'job'

/** Finds the job by its id, the beginning of its id, or its name, among one owner's jobs or all. */
export const theJob = async (store: Connection, text: string, owner?: string): Promise<Job> => {
  const found = await findJobs(store, text, owner)
  const [job] = found
  if (job === undefined)
    throw new AppError('no-such-job', `no job has the name ${text.slice(0, 60)}, or an id that begins with it`, {
      hint: '`warmstart cron list` lists them',
    })
  if (found.length > 1)
    throw new AppError(
      'ambiguous',
      [`several jobs fit ${text}:`, ...found.map(({ id, name }) => `  ${id}  ${name}`)].join('\n'),
      {
        hint: 'give more of the id',
      },
    )
  return job
}

export const pauseJob = async (store: Connection, job: Job): Promise<Job> => {
  await setJobState(store, job.id, { state: 'paused', nextAt: undefined })
  return { ...job, state: 'paused', nextAt: undefined }
}

/** Resumes the job from now on. Runs that fell into the pause are not made up for. */
export const resumeJob = async (store: Connection, job: Job, now: number): Promise<Job> => {
  const nextAt = nextRun(job.schedule, job.timezone, now)
  await setJobState(store, job.id, { state: 'active', nextAt })
  return { ...job, state: 'active', nextAt }
}

/** Queues an extra run outside the schedule. It starts as soon as a gateway runs. */
export const runJob = async (store: Connection, job: Job, now: number): Promise<Job> => {
  await queueRun(store, job, now)
  return job
}

export const removeJob = async (store: Connection, job: Job): Promise<Job> => {
  await deleteJob(store, job.id)
  return job
}
