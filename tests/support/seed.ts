import fc from 'fast-check'

/*
 * Loaded before every test file. The same seed for everybody, so that a run can be repeated and a failure is a change;
 * FC_SEED=random looks for what nobody has thought of, and prints the seed it failed with.
 */
const wanted = process.env['FC_SEED']
if (wanted !== 'random') fc.configureGlobal({ seed: wanted === undefined ? 20_261_115 : Number(wanted) })
