import { answer } from '../../interfaces/cli/answer.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { jobLines } from './show.ts'

export const cronAddCommand: Command = {
  name: 'cron add',
  summary: 'add a prompt that runs on a schedule',
  arguments: 'SCHEDULE PROMPT',
  positionals: { least: 2, most: 2 },
  flags: {
    deliver: {
      type: 'string',
      value: 'TARGETS',
      help: 'local (default), PLATFORM, PLATFORM:CHAT[:THREAD], all, or several with commas',
    },
    timezone: {
      type: 'string',
      value: 'NAME',
      help: 'time zone of the schedule, as in Europe/Berlin (default: that of this machine)',
    },
    name: { type: 'string', value: 'NAME', help: 'what to call it (default: the beginning of the prompt)' },
    missed: {
      type: 'string',
      value: 'HOW',
      choices: ['run', 'skip'],
      help: 'times missed while no gateway ran: run the job once (run, the default) or not at all (skip)',
    },
  },
  details: [
    'A schedule has five fields: minute hour day month weekday. Each run is a session of its own that knows nothing of others, so that the prompt must say everything.',
    'An answer that begins with [SILENT] is not delivered; a failure always is. local is a file below cron/output in WARMSTART_HOME.',
  ],
  examples: [
    ['warmstart cron add "0 9 * * 1" --deliver telegram "What changed in the project last week?"', ''],
    ['warmstart cron add "*/30 * * * *" --name inbox "Anything new in the inbox? If not, say [SILENT]."', ''],
  ],
  run: async (context) => {
    const { app, text, positionals } = context
    const [schedule = '', prompt = ''] = positionals
    const [{ addCron }, { localTimeZone }] = await Promise.all([
      import('./operation.ts'),
      import('../../gateway/jobs/schedule.ts'),
    ])
    const job = {
      schedule,
      prompt,
      deliver: text('deliver') ?? 'local',
      timezone: text('timezone') ?? localTimeZone(),
      name: text('name'),
      missed: text('missed') === 'skip' ? 'skip' : 'run',
    } as const
    return answer(context, await addCron(app, await context.store(), job), jobLines)
  },
}
