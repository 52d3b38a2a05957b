import type { App } from '../../app.ts'
import { declarationHash, hashOfGiven } from '../../experiment/declaration-hash.ts'
import { NOTHING_GIVEN } from '../../experiment/runners/runner.ts'
import type { Setup } from '../../experiment/setup.ts'
import { AppError } from '../../lib/error.ts'
import { refreshTallies } from '../../profile/run.ts'
import type { Declaration, Trial } from '../../schema/experiment.ts'
import type { Connection } from '../../store/connection.ts'
import { readTrials } from '../../experiment/run-read-trials.ts'
import { experimentsNamed, type KeptExperiment } from '../../store/experiments/experiment.ts'

export interface FoundExperiment extends KeptExperiment {
  setup: Setup
  /** Older experiments of the same name. */
  older: number
}

/** Finds the newest experiment with this name, or the one whose id begins with it. */
export const findExperiment = async (
  { owner }: Pick<App, 'owner'>,
  store: Connection,
  name: string,
): Promise<FoundExperiment> => {
  const found = await experimentsNamed(store, owner, name)
  const [newest, ...rest] = found
  if (newest === undefined)
    throw new AppError('no-such-experiment', `no experiment of yours is called ${name}`, {
      hint: '`warmstart experiment list` lists them, `warmstart experiment plan` declares one',
    })
  if (newest.declaration.name !== name && rest.length > 0)
    throw new AppError('ambiguous', `several experiments have an id that begins with ${name}`, {
      hint: `among them ${found
        .slice(0, 3)
        .map(({ id }) => id.slice(0, 12))
        .join(', ')}`,
    })
  const experiment = { ...newest, setup: newest.setup as Setup, older: rest.length }
  requireUnedited(experiment)
  return experiment
}

/**
 * Refuses an experiment that was edited in the store: its id is the hash of its declaration, and each arm declares the
 * hash of its text.
 */
const requireUnedited = ({ id, declaration, setup }: FoundExperiment): void => {
  const edited =
    declarationHash(declaration) !== id
      ? 'its declaration'
      : declaration.arms.flatMap(({ name, given }) =>
          given === undefined || hashOfGiven(setup.givens[name] ?? NOTHING_GIVEN) === given
            ? []
            : [`what the arm ${name} gives`],
        )[0]
  if (edited === undefined) return
  throw new AppError('experiment-edited', `${declaration.name} was edited after it was declared: ${edited}`, {
    hint: `its trials no longer belong to it; \`warmstart experiment plan ${declaration.name}\` declares another one`,
  })
}

/** Finds an experiment by name or id, and reads its finished trials. */
export const readNamedExperiment = async (
  app: Pick<App, 'owner'>,
  store: Connection,
  name: string,
): Promise<{ declaration: Declaration; trials: Trial[] }> => {
  const found = await findExperiment(app, store, name)
  const { declaration } = found
  if (declaration.design === 'live' || declaration.design === 'reversal') await refreshTallies(store)
  return { declaration, trials: await readTrials(store, found) }
}

/** Refuses an experiment of another design, and says what to do instead. */
export const requireDesign = (
  { declaration: { name, design } }: FoundExperiment,
  designs: readonly string[],
  hint: string,
): void => {
  if (designs.includes(design)) return
  throw new AppError('usage', `${name} is ${design === 'observational' ? 'an' : 'a'} ${design} experiment`, { hint })
}
