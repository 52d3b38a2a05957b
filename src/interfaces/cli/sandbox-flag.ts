import type { Flag } from './command.ts'

/** Where commands run; read by `readSandbox`. */
export const SANDBOX_FLAG = {
  type: 'string',
  value: 'PLACE',
  help: 'where commands run: ssh:user@host[/dir]; experimental: docker:, singularity:, modal: (default: local, here)',
} as const satisfies Flag
