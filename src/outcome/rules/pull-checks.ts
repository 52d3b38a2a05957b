import { failed, type Finding } from '../finding.ts'

/**
 * `gh pr checks` exits with 1 when a check failed and with 8 while one is pending. With `--watch` it prints the list again and again:
 * the last list tells. Lines come last one first. Undefined: no list, or one in which all is well.
 */
export const judgePullChecks = (lastLines: readonly string[]): Finding | undefined => {
  const round = lastRound(lastLines)
  const line =
    round.find((one) => FAILED.test(one)) ??
    round.find((one) => PENDING.test(one)) ??
    round.find((one) => SUMMARY.test(one))
  return line === undefined ? undefined : failed('findings-reported', line, 'expected')
}

/** Judges a poll whose command is unknown, by the form of the list or by the heading above a watched run. */
export const judgeWatched = (lastLines: readonly string[]): Finding | undefined => {
  if (CHECK.test(lastLines[0] ?? '')) return judgePullChecks(lastLines)
  if (NOT_DONE.test(lastLines[0] ?? '')) return failed('findings-reported', lastLines[0] ?? '', 'expected')
  const heading = lastLines.findIndex((line) => RUN_HEADING.test(line))
  const line = heading < 0 ? undefined : lastLines.slice(0, heading).find((one) => /^X \S/.test(one))
  return line === undefined ? undefined : failed('findings-reported', line, 'expected')
}

const RUN_HEADING = /Refreshing run status every |^JOBS$/
const NOT_DONE = /^(?:run|job) \d{1,20} is still in progress; logs will be available/

/** A new round begins with a heading, or where a check comes that was listed already. */
const lastRound = (lines: readonly string[]): readonly string[] => {
  const names = new Set<string>()
  const end = lines.findIndex((line) => {
    if (HEADING.test(line)) return true
    const name = CHECK.test(line) ? line.slice(0, line.indexOf('\t')) : undefined
    if (name === undefined) return false
    const isAgain = names.has(name)
    names.add(name)
    return isAgain
  })
  return end < 0 ? lines : lines.slice(0, end)
}

const HEADING = /Refreshing checks status every /
const CHECK = /^[^\t]{1,200}\t(?:pass|fail|pending|skipping|cancel)\t/
const FAILED = /^[^\t]{1,200}\t(?:fail|cancel)\t/
const PENDING = /^[^\t]{1,200}\tpending\t/
/** As it is written for a terminal. */
const SUMMARY = /^(?:[X*] {2}|Some checks )/
