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
  build: async () => (await import('./commands/build.ts')).buildCommand,
  extract: async () => (await import('./commands/extract.ts')).extractCommand,
  propose: async () => (await import('./commands/propose.ts')).proposeCommand,
  list: async () => (await import('./commands/list.ts')).listCommand,
  show: async () => (await import('./commands/show.ts')).showCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  history: async () => (await import('./commands/history.ts')).historyCommand,
  rollback: async () => (await import('./commands/rollback.ts')).rollbackCommand,
  edit: async () => (await import('./commands/edit.ts')).editCommand,
  promote: async () => (await import('./commands/promote.ts')).promoteCommand,
  retire: async () => (await import('./commands/retire.ts')).retireCommand,
  delete: async () => (await import('./commands/delete.ts')).deleteCommand,
  load: async () => (await import('./commands/load.ts')).loadCommand,
  test: async () => (await import('./commands/test.ts')).testCommand,
  lint: async () => (await import('./commands/lint.ts')).lintCommand,
  outcome: async () => (await import('./commands/outcome.ts')).outcomeCommand,
  redact: async () => (await import('./commands/redact.ts')).redactCommand,
  classify: async () => (await import('./commands/classify.ts')).classifyCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
}

/** Second names of commands. */
export const ALIASES: Record<string, string> = {
  analyze: 'profile',
  'list-templates': 'list',
  'create-template': 'extract',
}
