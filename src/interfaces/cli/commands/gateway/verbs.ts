import type { Command } from '../../command.ts'

/** What `gateway` can do besides running: a file and a line each. */
export const GATEWAY_VERBS: Readonly<Record<string, () => Promise<Command>>> = {
  status: async () => (await import('./status.ts')).gatewayStatusCommand,
  pair: async () => (await import('./pair.ts')).gatewayPairCommand,
  approve: async () => (await import('./approve.ts')).gatewayApproveCommand,
  sessions: async () => (await import('./sessions.ts')).gatewaySessionsCommand,
  reset: async () => (await import('./reset.ts')).gatewayResetCommand,
  'undo-reset': async () => (await import('./undo-reset.ts')).gatewayUndoResetCommand,
  key: async () => (await import('./key.ts')).gatewayKeyCommand,
  prompt: async () => (await import('./prompt.ts')).gatewayPromptCommand,
  export: async () => (await import('./export.ts')).gatewayExportCommand,
  import: async () => (await import('./import.ts')).gatewayImportCommand,
}
