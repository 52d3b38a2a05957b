import { hookAgentNamed } from './registry.ts'

/**
 * Loads the modules of an agent's hook, so that Node caches their compiled code. Otherwise the first session after an
 * installation would get nothing, because compiling takes as long as a hook may take. Never fails.
 */
export const compileHook = async (agent: string): Promise<void> => {
  if ((await hookAgentNamed(agent).catch(() => undefined)) === undefined) return
  await Promise.allSettled([
    import('./run-hook.ts'),
    import('./start-sync.ts'),
    import('../../verbs/hook/deliver-lessons-operation.ts'),
    import('../../verbs/hook/deliver-seed-operation.ts'),
    import('../../verbs/hook/deliver-hint-operation.ts'),
    import('../../verbs/hook/deliver-lesson-hint-operation.ts'),
    import('../../lesson/match-failure.ts'),
    import('../../store/lessons/draw.ts'),
    import('../../store/open-existing.ts'),
    import('../../store/engines/sqlite.ts'),
    import('../../template/redact-environment.ts'),
  ])
}
