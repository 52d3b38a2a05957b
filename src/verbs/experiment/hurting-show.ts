import { toPlainLine, type Screen, renderSection } from '../../interfaces/cli/section.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import type { HurtingTemplates } from '../../schema/listing/hurting-template.ts'

/**
 * Prints templates that hurt and are still in use, with the figures and the command that retires each; no lines if
 * none hurts.
 */
export const hurtingLines = (hurting: HurtingTemplates, screen: Screen): string[] =>
  renderSection(
    'Hurts, and is in use',
    hurting.flatMap(({ template, experiment, model, effect, command }) =>
      wrap(
        `${toPlainLine(template)} hurts${model === null ? '' : ` with ${toPlainLine(model)}`}, as ${experiment === null ? 'everyday use' : `the experiment ${toPlainLine(experiment)}`} found${figuresText(effect)}: \`${toPlainLine(command)}\` takes it out of use.`,
        screen.width,
      ),
    ),
    screen,
  )

const figuresText = (effect: HurtingTemplates[number]['effect']): string => {
  if (effect === null) return ''
  const { measure, estimate, low, high, n } = effect
  const range = low === null || high === null ? '' : `, ${signed(low)} to ${signed(high)}`
  return ` (${toPlainLine(measure)} ${signed(estimate)}${range}, n ${n})`
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(3)}`
