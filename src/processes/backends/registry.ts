import type { CreateBackend } from '../backend.ts'

/** Every place a process can run in, loaded when it is first asked for. */
export const BACKENDS: Readonly<Record<string, () => Promise<CreateBackend>>> = {
  local: async () => (await import('../local/backend.ts')).createLocalBackend,
}
