import type { Command } from './command.ts'

/** Every command, loaded when it is called: starting must not cost what is not used. */
export const COMMANDS: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./commands/start.ts')).startCommand,
  sync: async () => (await import('./commands/sync.ts')).syncCommand,
  sources: async () => (await import('./commands/sources.ts')).sourcesCommand,
  sessions: async () => (await import('./commands/sessions.ts')).sessionsCommand,
  session: async () => (await import('./commands/session.ts')).sessionCommand,
  calls: async () => (await import('./commands/calls.ts')).callsCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  profile: async () => (await import('./commands/profile.ts')).profileCommand,
  'compress-check': async () => (await import('./commands/compress-check.ts')).compressCheckCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  outcome: async () => (await import('./commands/outcome.ts')).outcomeCommand,
  classify: async () => (await import('./commands/classify.ts')).classifyCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
}

/** Second names of commands. */
export const ALIASES: Record<string, string> = { analyze: 'profile' }
