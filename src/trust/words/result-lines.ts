import { knownLine } from './known-forms.ts'

/** The output of a call, and whose it is: sessions that came out of each other are one family. */
export interface Output {
  family: string
  text: string
}

/** In how many independent sessions a line must stand before it is shown. */
const INDEPENDENT = 2

/** Lines of known forms that stand in the outputs of several independent sessions, numbers and names left out of account. */
export const recurringLines = (outputs: readonly Output[]): ReadonlySet<string> => {
  const families = new Map<string, Set<string>>()
  for (const { family, text } of outputs) {
    for (const line of linesOf(text)) {
      const key = knownLine(line)?.key
      if (key === undefined) continue
      const seen = families.get(key)
      if (seen === undefined) families.set(key, new Set([family]))
      else seen.add(family)
    }
  }
  return new Set([...families].flatMap(([key, seen]) => (seen.size >= INDEPENDENT ? [key] : [])))
}

const MOST_LINES = 200
const MOST_SHOWN = 12

/**
 * Of an output the lines that have a known form and recur, put together from our own words; undefined where there is none. Equal
 * lines stand once, and a mark says where others were left out.
 */
export const shownLines = (text: string, recurring: ReadonlySet<string>): string | undefined => {
  const shown: string[] = []
  let isCut = false
  for (const line of linesOf(text)) {
    const known = knownLine(line)
    if (known === undefined || !recurring.has(known.key)) isCut = true
    else if (!shown.includes(known.text)) {
      if (isCut && shown.length > 0) shown.push(CUT)
      isCut = false
      shown.push(known.text)
    }
  }
  if (shown.length === 0) return undefined
  // How a check went stands at its end.
  const last = shown.slice(-MOST_SHOWN)
  return (last.length < shown.length ? [CUT, ...last] : last).join('\n')
}

const CUT = '…'

/** Whether lines of known forms say that the check passed, and none of them says that it found something. */
export const saysPassed = (lines: string): boolean => PASSED.test(lines) && !FOUND.test(lines)

const PASSED =
  /\bpass(?:ed|ing)?\b|^ok\b|\bok\.|\bno issues found\b|\bsuccess(?:ful)?\b|\bsucceeded\b|\b0 (?:errors?|issues|problems|failed|failures)\b|\bunchanged\b|\balready formatted\b|\bNo fixes applied\b|^All matched files\b/im
const FOUND =
  /(?<![\d.])[1-9][\d,_]{0,15} (?:failed|failures?|errors?|problems?|issues)\b|\bFAIL(?:ED|URE)?\b|:\d{1,7}:\d{1,7}\b|\((?:\d{1,7}),\d{1,7}\)|\b(?:Failures|Errors|Failed): [1-9]|^not ok\b|^# fail [1-9]|\b(?:error|warning)(?:\[|:)/m

const linesOf = (text: string): string[] => text.split('\n', MOST_LINES).filter((line) => line.trim() !== '')
