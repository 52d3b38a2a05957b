/**
 * A result as the rules see it: its first and last part, never all of it. Programs complain at the start or at the end
 * of their output; reading the middle of megabytes would cost much and tell nothing.
 */
export interface TextView {
  /** Nothing was printed, or only a note of the harness that says so. */
  empty: boolean
  /** Whether the output fits the view as a whole. */
  whole: boolean
  head: string
  tail: string
  /** Non-blank lines from the start, cut in length. */
  firstLines: string[]
  /** Non-blank lines from the end, the last one first, cut in length. */
  lastLines: string[]
}

export const VIEW_CHARS = 16_384

/** A complaint names itself early in its line; minified code has lines of a megabyte. */
const MAX_LINE_CHARS = 500

const FIRST_LINES = 6
const LAST_LINES = 60

export const viewText = (text: string): TextView => {
  const whole = text.length <= 2 * VIEW_CHARS
  const head = withoutEscapes(whole ? text : text.slice(0, VIEW_CHARS))
  const tail = whole ? head : withoutEscapes(text.slice(-VIEW_CHARS))
  const lastLines = linesFromEnd(tail)
  const empty = lastLines.length === 0 || (lastLines.length === 1 && NO_OUTPUT.has(lastLines[0] ?? ''))
  return { empty, whole, head, tail, firstLines: linesFromStart(head), lastLines: empty ? [] : lastLines }
}

/** Only the last lines, for when nothing else of the view is needed. The last one comes first. */
export const readLastLines = (text: string, chars: number): string[] => linesFromEnd(withoutEscapes(text.slice(-chars)))

/** How harnesses write down that a command printed nothing, whatever its outcome. */
const NO_OUTPUT = new Set(['(no output)', '(no new output)', '[no output]'])

/** Lines that wrap or follow a program's output and are not its own. */
const NOISE =
  /^(?:\[rerun: \w+\]|Shell cwd was reset to |Debugger (?:attached|listening)|Waiting for the debugger|npm (?:notice|warn) |mise WARN |mesg: ttyname failed|bash: (?:cannot set terminal process group|no job control in this shell)|\(node:\d+\) |\(Use `node --trace)/

const withoutEscapes = (text: string): string => {
  if (!text.includes('\u001b')) return text.includes('\r') ? text.replaceAll('\r', '') : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours are control characters
  return text
    .replaceAll(/\u001b(?:\[[0-9;?]{0,20}[A-Za-z]|\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)|[()][A-Z0-9])/g, '')
    .replaceAll('\r', '')
}

const linesFromStart = (text: string): string[] => {
  const lines: string[] = []
  let at = 0
  while (lines.length < FIRST_LINES && at < text.length) {
    const end = text.indexOf('\n', at)
    keep(lines, text.slice(at, Math.min(end < 0 ? text.length : end, at + MAX_LINE_CHARS)))
    if (end < 0) break
    at = end + 1
  }
  return lines
}

const linesFromEnd = (text: string): string[] => {
  const lines: string[] = []
  let end = text.length
  while (lines.length < LAST_LINES && end > 0) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    keep(lines, text.slice(start, Math.min(end, start + MAX_LINE_CHARS)))
    end = start - 1
  }
  return lines
}

const keep = (lines: string[], line: string): void => {
  const trimmed = line.trimEnd()
  if (trimmed !== '' && !NOISE.test(trimmed)) lines.push(trimmed)
}
