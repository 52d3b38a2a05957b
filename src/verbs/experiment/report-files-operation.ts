import { readFileSync } from 'node:fs'
import { readTrialLines } from '../../experiment/runs/trial-rows/format.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { asNumber, asString, isRecord, parseJson } from '../../lib/json.ts'
import type { Declaration, Trial } from '../../schema/experiment.ts'

/** Reads a declaration and its trials from files that `experiment run` or another program wrote. */
export const readExperimentFiles = (files: {
  declaration: string
  trials: string
}): { declaration: Declaration; trials: Trial[] } => {
  const { rows, issues } = readTrialLines(textOf(files.trials))
  const trials = rows.flatMap(({ arm, trial }) => (arm === null ? [] : [{ ...trial, arm }]))
  const [issue] = issues
  if (issue !== undefined) throw new AppError('bad-trials', `${files.trials}: ${issue}`)
  if (trials.length < rows.length)
    throw new AppError('bad-trials', `${files.trials}: ${rows.length - trials.length} trials have no arm`, {
      hint: 'give each line "arm": the name of an arm of the declaration',
    })
  return { declaration: declarationIn(files.declaration), trials }
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new AppError('no-such-path', `${path} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

const DESIGNS: readonly string[] = ['paired', 'live', 'reversal', 'observational']

const declarationIn = (path: string): Declaration => {
  const json = parseJson(textOf(path))
  const refuse = (what: string): never => {
    throw new AppError('bad-declaration', `${path} is no declaration of an experiment: ${what}`)
  }
  if (!isRecord(json)) return refuse('it is not a JSON object')
  const arms = Array.isArray(json.arms) ? json.arms : []
  const names = arms.map((arm: unknown) => (isRecord(arm) && isRecord(arm.treatment) ? asString(arm.name) : undefined))
  if (!DESIGNS.includes(asString(json.design) ?? '')) refuse(`design must be one of ${DESIGNS.join(', ')}`)
  if (names.length < 2 || names.includes(undefined) || new Set(names).size < names.length)
    refuse('it needs two arms or more, each with a name of its own and a treatment')
  if (asString(json.primary) === undefined) refuse('it names no primary metric')
  for (const field of ['margin', 'alpha', 'repeats', 'seed', 'declaredAt'])
    if (asNumber(json[field]) === undefined) refuse(`${field} must be a number`)
  if (!isRecord(json.stopping) || (json.stopping.rule !== 'fixed' && json.stopping.rule !== 'always-valid'))
    refuse('stopping must have a rule, fixed or always-valid')
  if (!Array.isArray(json.tasks)) refuse('tasks must be a list')
  return json as unknown as Declaration
}
