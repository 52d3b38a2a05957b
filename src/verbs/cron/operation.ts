import type { App } from '../../app.ts'
import { parseTargets } from '../../gateway/config/delivery-target.ts'
import { createJob, type NewJob, pauseJob, removeJob, resumeJob, runJob, theJob } from '../../gateway/jobs/actions.ts'
import { KNOWN_PLATFORMS } from '../../gateway/identity/known-platforms.ts'
import { isoTime } from '../../lib/clock.ts'
import { AppError } from '../../lib/error.ts'
import type { JobList, JobListing } from './shape.ts'
import type { Connection } from '../../store/connection.ts'
import { readGateways } from '../../store/chats/gateway.ts'
import { type Job, listJobs } from '../../store/chats/job.ts'

export type { JobList, JobListing } from './shape.ts'

type CronApp = Pick<App, 'now' | 'owner'>

/** All jobs of this store, the next due job first. */
export const listCron = async (store: Connection, changed: JobList['changed'] = null): Promise<JobList> => ({
  jobs: (await listJobs(store)).map(listingOf),
  changed,
  isServed: (await readGateways(store)).length > 0,
})

export const addCron = async (app: CronApp, store: Connection, job: Omit<NewJob, 'owner'>): Promise<JobList> => {
  checkPlatforms(job.deliver)
  return listCron(store, {
    how: 'added',
    job: listingOf(await createJob(store, { ...job, owner: app.owner }, app.now())),
  })
}

/** Reports a misspelt platform now, while the user is still there, and not at the first run. */
const checkPlatforms = (deliver: string): void => {
  for (const target of parseTargets(deliver))
    if ('platform' in target && KNOWN_PLATFORMS[target.platform] === undefined)
      throw new AppError('unknown-platform', `there is no platform "${target.platform}"`, {
        hint: 'use origin, local, all, or the name of a platform, as in telegram or telegram:-100123',
      })
}

export type JobChange = 'paused' | 'resumed' | 'queued' | 'removed'

/** Pauses, resumes, runs or removes the named job. */
export const changeCron = async (
  app: CronApp,
  store: Connection,
  { how, job: text }: { how: JobChange; job: string },
): Promise<JobList> => {
  const job = await theJob(store, text)
  const changed = await CHANGES[how](store, job, app.now())
  return listCron(store, { how, job: listingOf(changed) })
}

const CHANGES = { paused: pauseJob, resumed: resumeJob, queued: runJob, removed: removeJob }

const listingOf = (job: Job): JobListing => ({
  id: job.id,
  name: job.name,
  owner: job.owner,
  schedule: job.schedule,
  timezone: job.timezone,
  missed: job.missed,
  prompt: job.prompt,
  deliver: job.deliver,
  state: job.state,
  nextAt: isoTime(job.nextAt),
  lastAt: isoTime(job.lastAt),
  lastState: job.lastState ?? null,
  lastNote: job.lastNote ?? null,
  runs: job.runs,
})
