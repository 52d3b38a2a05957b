/** Whether a session is given a template (`warm`) or, to have something to compare with, is not (`cold`). */
export type Arm = 'warm' | 'cold'

/** What the user wants for a session, from the environment. An unknown word counts as `off`, which does no harm. */
export const armOf = (env: Readonly<Record<string, string | undefined>>): Arm | 'off' | undefined => {
  const word = env['WARMSTART_ARM']
  if (word === undefined || word === '') return undefined
  return word === 'warm' || word === 'cold' ? word : 'off'
}

/**
 * Sessions that belong to no declared experiment stand under this name, and none of them is held cold: lessons are withheld one by one
 * instead. Older stores have entries of `everyday`, an experiment that held one session in ten cold.
 */
export const EVERYDAY = 'daily'

/** The share of sessions that a declared experiment holds cold, unless it says otherwise. */
export const HOLDOUT = 0.1
