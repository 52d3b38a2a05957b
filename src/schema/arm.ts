/** Whether a session is given a template (`warm`) or, to have something to compare with, is not (`cold`). */
export type Arm = 'warm' | 'cold'

/** What a person wants for a session, by the environment; a word that nobody knows is taken for the one that does no harm. */
export const armOf = (env: Readonly<Record<string, string | undefined>>): Arm | 'off' | undefined => {
  const word = env['WARMSTART_ARM']
  if (word === undefined || word === '') return undefined
  return word === 'warm' || word === 'cold' ? word : 'off'
}

/** Assignments of everyday use belong to this experiment. */
export const EVERYDAY = 'everyday'

/** So many of all sessions stay cold for good: without them nobody could say whether templates help. */
export const HOLDOUT = 0.1
