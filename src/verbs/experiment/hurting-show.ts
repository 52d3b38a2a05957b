import { plain, type Screen, section } from '../../interfaces/cli/section.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import type { HurtingTemplates } from '../../schema/listing/hurting-template.ts'

/** What hurts and is still in use, with the command that ends that. Nothing where nothing hurts. */
export const hurtingLines = (hurting: HurtingTemplates, screen: Screen): string[] =>
  section(
    'Hurts, and is in use',
    hurting.flatMap(({ template, experiment, model, command }) =>
      wrap(
        `${plain(template)} hurts${model === null ? '' : ` with ${plain(model)}`}, as the experiment ${plain(experiment)} found: \`${plain(command)}\` takes it out of use.`,
        screen.width,
      ),
    ),
    screen,
  )
