import type { Flag } from './command.ts'

/** The flag for where commands run; `readSandbox` parses it. */
export const SANDBOX_FLAG = {
  type: 'string',
  value: 'PLACE',
  help: 'where commands run: ssh:user@host[/dir]; experimental: docker:, singularity:, modal: (default: local, here)',
} as const satisfies Flag
