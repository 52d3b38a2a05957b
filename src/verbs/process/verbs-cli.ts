import type { Command } from '../../interfaces/cli/command.ts'

export const PROCESS_VERBS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start-cli.ts')).processStartCommand,
  list: async () => (await import('./list-cli.ts')).processListCommand,
  poll: async () => (await import('./look-cli.ts')).processPollCommand,
  log: async () => (await import('./log-cli.ts')).processLogCommand,
  wait: async () => (await import('./look-cli.ts')).processWaitCommand,
  kill: async () => (await import('./look-cli.ts')).processKillCommand,
  write: async () => (await import('./input-cli.ts')).processWriteCommand,
  submit: async () => (await import('./input-cli.ts')).processSubmitCommand,
  close: async () => (await import('./input-cli.ts')).processCloseCommand,
  'send-keys': async () => (await import('./terminal-cli.ts')).processSendKeysCommand,
  paste: async () => (await import('./input-cli.ts')).processPasteCommand,
  resize: async () => (await import('./terminal-cli.ts')).processResizeCommand,
}
