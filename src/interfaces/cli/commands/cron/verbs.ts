import type { Command } from '../../command.ts'

/** What can be done with scheduled jobs. */
export const CRON_VERBS: Readonly<Record<string, () => Promise<Command>>> = {
  add: async () => (await import('./add.ts')).cronAddCommand,
  list: async () => (await import('./list.ts')).cronListCommand,
  pause: async () => (await import('./change.ts')).cronPauseCommand,
  resume: async () => (await import('./change.ts')).cronResumeCommand,
  run: async () => (await import('./change.ts')).cronRunCommand,
  remove: async () => (await import('./change.ts')).cronRemoveCommand,
}
