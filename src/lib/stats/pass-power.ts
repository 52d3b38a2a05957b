/**
 * Chance that k runs of a task all pass, estimated without bias from `passed` of `runs` (pass^k of tau-bench): the share of all choices
 * of k runs that hold passes alone. Null where there were fewer than k runs.
 */
export const passPower = (passed: number, runs: number, k: number): number | null => {
  if (runs < k) return null
  let chance = 1
  for (let step = 0; step < k; step++) chance *= Math.max(0, passed - step) / (runs - step)
  return chance
}
