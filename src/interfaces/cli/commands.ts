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
  outcome: async () => (await import('./commands/outcome.ts')).outcomeCommand,
  classify: async () => (await import('./commands/classify.ts')).classifyCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
}
