import type { Command } from '../../command.ts'

/** What can be done with background processes. */
export const PROCESS_VERBS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('./start.ts')).processStartCommand,
  list: async () => (await import('./list.ts')).processListCommand,
  poll: async () => (await import('./look.ts')).processPollCommand,
  log: async () => (await import('./log.ts')).processLogCommand,
  wait: async () => (await import('./look.ts')).processWaitCommand,
  kill: async () => (await import('./look.ts')).processKillCommand,
  write: async () => (await import('./input.ts')).processWriteCommand,
  submit: async () => (await import('./input.ts')).processSubmitCommand,
  close: async () => (await import('./input.ts')).processCloseCommand,
  'send-keys': async () => (await import('./terminal.ts')).processSendKeysCommand,
  paste: async () => (await import('./input.ts')).processPasteCommand,
  resize: async () => (await import('./terminal.ts')).processResizeCommand,
}
