import type { Declaration, Treatment } from '../schema/experiment.ts'
import type { ExperimentReport } from '../schema/listing/experiment-report.ts'

/**
 * Commands that take out of use what an experiment found to hurt. They are proposed, never run: a person decides. An arm whose words were not
 * taken from this store has nothing here to withdraw.
 */
export const proposeWithdrawals = (
  { arms }: Declaration,
  comparisons: readonly Pick<ExperimentReport['comparisons'][number], 'arm' | 'verdict'>[],
): ExperimentReport['withdraw'] => {
  const [first] = arms
  if (first?.treatment.kind !== 'cold' && first?.treatment.kind !== 'placebo') return []
  return comparisons.flatMap(({ arm, verdict }) => {
    const hurting = verdict === 'hurts' ? arms.find(({ name }) => name === arm) : undefined
    if (hurting?.given === undefined) return []
    const commands = commandsAgainst(hurting.treatment)
    return commands.length === 0 ? [] : [{ arm, commands }]
  })
}

const AGAINST_LESSONS = ['warmstart lessons refuse ID', 'warmstart lessons undo --all']

const commandsAgainst = (treatment: Treatment): string[] => {
  if (treatment.kind === 'only') return treatment.component === 'lessons' ? AGAINST_LESSONS : []
  if (treatment.kind !== 'warm') return []
  const { template, dose, form } = treatment
  if (template !== undefined) return [`warmstart retire ${template}`]
  return dose === undefined && form === undefined ? AGAINST_LESSONS : []
}

/** The proposal as a sentence. */
export const withdrawalSentence = ({ arm, commands }: ExperimentReport['withdraw'][number]): string =>
  `${arm} hurts, and nothing was withdrawn: ${commands.map((command) => `\`${command}\``).join(' or ')} takes it out of use.`
