import type { Command } from '../../interfaces/cli/command.ts'

export const CRON_VERBS: Readonly<Record<string, () => Promise<Command>>> = {
  add: async () => (await import('./add-cli.ts')).cronAddCommand,
  list: async () => (await import('./list-cli.ts')).cronListCommand,
  pause: async () => (await import('./change-cli.ts')).cronPauseCommand,
  resume: async () => (await import('./change-cli.ts')).cronResumeCommand,
  run: async () => (await import('./change-cli.ts')).cronRunCommand,
  remove: async () => (await import('./change-cli.ts')).cronRemoveCommand,
}
