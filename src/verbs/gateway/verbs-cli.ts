import type { Command } from '../../interfaces/cli/command.ts'

/** The verbs of `gateway` besides running; each is a file and a line here. */
export const GATEWAY_VERBS: Readonly<Record<string, () => Promise<Command>>> = {
  status: async () => (await import('./status-cli.ts')).gatewayStatusCommand,
  pair: async () => (await import('./pair-cli.ts')).gatewayPairCommand,
  approve: async () => (await import('./approve-cli.ts')).gatewayApproveCommand,
  sessions: async () => (await import('./sessions-cli.ts')).gatewaySessionsCommand,
  reset: async () => (await import('./reset-cli.ts')).gatewayResetCommand,
  'undo-reset': async () => (await import('./undo-reset-cli.ts')).gatewayUndoResetCommand,
  key: async () => (await import('./key-cli.ts')).gatewayKeyCommand,
  prompt: async () => (await import('./prompt-cli.ts')).gatewayPromptCommand,
  export: async () => (await import('./export-cli.ts')).gatewayExportCommand,
  import: async () => (await import('./import-cli.ts')).gatewayImportCommand,
}
