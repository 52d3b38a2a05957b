import type { HookAgent } from './hook.ts'

/** Agents with hooks, each loaded when it calls. */
export const HOOK_AGENTS: Record<string, () => Promise<HookAgent>> = {
  'claude-code': async () => (await import('./claude-code/agent.ts')).claudeCodeHooks,
  codex: async () => (await import('./codex/agent.ts')).codexHooks,
}
