import type { SeedRecovery } from './seed.ts'

export const RECOVERIES_HEADING = 'Errors met before, and what then worked:'

/** Recoveries under their heading. */
export const recoveriesText = (recoveries: readonly SeedRecovery[]): string =>
  [RECOVERIES_HEADING, ...recoveries.map(recoveryText)].join('\n')

/** One error, with the call that failed and the call that worked. */
export const recoveryText = (recovery: SeedRecovery): string => {
  const { tool, signature, strategy, failed, workedTool, worked } = recovery
  return [
    `- ${oneLine(tool)}: ${oneLine(signature)}`,
    ...(callsTell(recovery)
      ? [
          `  failed: ${oneLine(tool)} ${JSON.stringify(failed)}`,
          `  worked: ${oneLine(workedTool)} ${JSON.stringify(worked)}`,
        ]
      : []),
    ...(strategy === '' ? [] : [`  what changed: ${oneLine(strategy)}`]),
  ].join('\n')
}

/**
 * Whether the two calls of a recovery tell anything. They do not if they look the same with their slots, or if nothing
 * may be shown.
 */
export const callsTell = ({
  tool,
  failed,
  workedTool,
  worked,
}: Pick<SeedRecovery, 'tool' | 'failed' | 'workedTool' | 'worked'>): boolean => {
  const [before, then] = [JSON.stringify(failed), JSON.stringify(worked)]
  return !(tool === workedTool && before === then) && !(before === '{}' && then === '{}')
}

/**
 * Whether a recovery says what to do: its two calls differ visibly, or something definite changed. "Gave another path"
 * is no advice.
 */
export const saysWhatToDo = (
  recovery: Pick<SeedRecovery, 'tool' | 'failed' | 'workedTool' | 'worked' | 'strategy'>,
): boolean =>
  callsTell(recovery) ||
  recovery.strategy.split('; ').some((part) => part.trim() !== '' && !VAGUE.test(part) && !NOT_SHOWN.test(part))

const VAGUE = /^(?:gave (?:another|it other) |another call of |the same call worked|trying the same again)/
const NOT_SHOWN = /^(?:its arguments were too long|arguments not shown)/

/** Puts a text on one line. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
