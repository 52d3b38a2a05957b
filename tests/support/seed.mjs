import { enableCompileCache } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/*
 * Loaded before every test file. Plain JavaScript, so that nothing has to be stripped before the compile cache is on. Properties get the
 * same seed in every run, so that a run can be repeated and a failure is a change; FC_SEED=random looks for other values, and prints the
 * seed it failed with.
 */
enableCompileCache()
// Threads that a test starts are the product's, and hold no properties.
if (isMainThread) {
  const { default: fc } = await import('fast-check')
  const wanted = process.env['FC_SEED']
  if (wanted !== 'random') fc.configureGlobal({ seed: wanted === undefined ? 20_261_115 : Number(wanted) })
}
