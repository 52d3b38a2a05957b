import { hookAgentNamed } from './registry.ts'

/**
 * Loads what hooks of an agent load, so that Node has it compiled: the first session after an installation would get nothing
 * otherwise, because compiling takes as long as a hook may take. Never fails.
 */
export const compileHook = async (agent: string): Promise<void> => {
  if ((await hookAgentNamed(agent).catch(() => undefined)) === undefined) return
  await Promise.allSettled([
    import('./run-hook.ts'),
    import('./start-sync.ts'),
    import('../../operations/deliver-lessons.ts'),
    import('../../operations/deliver-seed.ts'),
    import('../../operations/deliver-hint.ts'),
    import('../../operations/deliver-lesson-hint.ts'),
    import('../../lesson/match-failure.ts'),
    import('../../store/lesson-draw.ts'),
    import('../../store/open-existing.ts'),
    import('../../store/engines/sqlite.ts'),
    import('../../template/redact-environment.ts'),
  ])
}
