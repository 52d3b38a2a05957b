import { answer } from '../../interfaces/cli/answer.ts'
import { changeCron, type JobChange } from './operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { jobLines } from './show.ts'

const changing = (
  verb: string,
  { how, summary, details }: { how: JobChange; summary: string; details: string[] },
): Command => ({
  name: `cron ${verb}`,
  summary,
  arguments: 'JOB',
  positionals: { least: 1, most: 1 },
  details: [...details, 'JOB is an id, a beginning of one, or a name.'],
  examples: [[`warmstart cron ${verb} 5f3a`, '']],
  run: async (context) => {
    const [job = ''] = context.positionals
    return answer(context, await changeCron(context.app, await context.store(), { how, job }), jobLines)
  },
})

export const cronPauseCommand = changing('pause', {
  how: 'paused',
  summary: 'pause a job until it is resumed',
  details: ['What falls due meanwhile is left out.'],
})

export const cronResumeCommand = changing('resume', {
  how: 'resumed',
  summary: 'resume a paused job',
  details: ['It is due at the next time of its schedule.'],
})

export const cronRunCommand = changing('run', {
  how: 'queued',
  summary: 'run a job once now; its schedule stays',
  details: ['A gateway runs it at once; without one it waits for the next.'],
})

export const cronRemoveCommand = changing('remove', {
  how: 'removed',
  summary: 'delete a job',
  details: ['What it has delivered stays.'],
})
