import { commandText } from '../../shell/command-text.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import { piecesOf, segmentsOf } from '../../shell/pieces.ts'
import { preparedLine } from '../slots/slots.ts'
import type { SaidLine } from '../slots/usual-words.ts'

/** A call that may be shown as the example of its pattern: it worked, and its arguments are complete. */
export type Exemplar = MinedCall & { args: Record<string, unknown> }

interface Ways {
  /** How usual each word of the pattern's command lines is. */
  usual: (word: string) => number
  /** The command lines, if the tool is a shell; undefined for other tools. */
  lines: readonly SaidLine[] | undefined
  /** Whether words of the call's result may be shown. */
  isShown?: ((call: MinedCall) => boolean) | undefined
}

/**
 * The calls that can be the example of a pattern, the best first. The order: the usual wording before rare ones, one
 * plain command before two, a result that can be shown before one of which only the size is told, and any result
 * before none, then the shortest, one without a pipe, and the newest.
 */
export const rankExemplars = (
  calls: readonly MinedCall[],
  { usual, lines, isShown = () => false }: Ways,
): Exemplar[] => {
  const whole = calls.filter(
    (call): call is Exemplar =>
      call.args !== undefined && call.outcome === 'ok' && !call.masked && !STILL_RUNS.test(call.resultHead),
  )
  const isShell = lines !== undefined
  const forms = isShell ? usualForms(lines) : countForms(whole)
  return whole
    .map((call) => {
      const written = isShell ? (commandText(call.args) ?? '') : ''
      const line = preparedLine(written, call.cwd)
      return {
        call,
        form: forms.get(isShell ? formOfLine(line) : formOfArguments(call)) ?? 0,
        effort: isShell ? effortOf(line) : 0,
        strange: isShell ? strangeWords(line, usual) : 0,
        says: isShown(call) ? SHOWN : sayingOf(call),
        piped: Number(written.includes('|')),
        length: isShell ? line.length : JSON.stringify(call.args).length,
      }
    })
    .toSorted(
      (one, other) =>
        other.form - one.form ||
        one.effort - other.effort ||
        one.says - other.says ||
        one.strange - other.strange ||
        one.length - other.length ||
        one.piped - other.piped ||
        (other.call.at ?? 0) - (one.call.at ?? 0) ||
        (one.call.id < other.call.id ? -1 : 1),
    )
    .map(({ call }) => call)
}

const SHOWN = -1

/** Ranks a result with content before an empty list, and an empty list before no output. */
const sayingOf = ({ resultChars }: MinedCall): number =>
  resultChars > LONGEST_EMPTY_CHARS ? 0 : resultChars > 0 ? 1 : 2

/** The length of `null`; `[]` and `{}` are shorter. */
const LONGEST_EMPTY_CHARS = 4

/** A call that only reports that its process runs does not show how it ends. */
const STILL_RUNS = /^(?:[^\n]{0,200}\n){0,6}Process running with session ID/

/** Program and sub-command as written at the beginning of a line, without the commands that only prepare it. */
const formOfLine = (line: string): string => {
  const words = line.replace(/^\s{0,9}cd [^&;|\n]{1,300}(?:&&|;)\s{0,9}/, '').split(/\s+/, 12)
  const start = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  return words.slice(Math.max(0, start), Math.max(0, start) + 2).join(' ')
}

/**
 * For each form: the share of the lines that begin so, with equal weight for each session. Rounded to tenths, so that
 * close shares are equal.
 */
const usualForms = (lines: readonly SaidLine[]): Map<string, number> => {
  const perSession = new Map<string, number>()
  for (const { session } of lines) perSession.set(session, (perSession.get(session) ?? 0) + 1)
  const forms = new Map<string, number>()
  for (const { line, session, cwd } of lines) {
    const form = formOfLine(preparedLine(line, cwd))
    forms.set(form, (forms.get(form) ?? 0) + 1 / (perSession.get(session) ?? 1) / perSession.size)
  }
  return new Map([...forms].map(([form, share]) => [form, Math.round(share * 10)]))
}

/** For tools without a command line, the form is the list of argument names. */
const formOfArguments = (call: Exemplar): string => Object.keys(call.args).toSorted().join(' ')

const countForms = (calls: readonly Exemplar[]): Map<string, number> => {
  const forms = new Map<string, number>()
  for (const call of calls) forms.set(formOfArguments(call), (forms.get(formOfArguments(call)) ?? 0) + 1)
  return forms
}

/** Counts the commands after the first, and adds for a text of several lines, which is a script. */
const effortOf = (line: string): number => {
  const extra = segmentsOf(piecesOf(line)).length - 1
  return extra + (line.includes('\n') || line.includes('<<') ? SCRIPT_EFFORT : 0)
}

const SCRIPT_EFFORT = 10
const SELDOM = 0.2

const strangeWords = (line: string, usual: (word: string) => number): number =>
  piecesOf(line).filter((piece) => piece.kind === 'word' && piece.value.startsWith('-') && usual(piece.value) < SELDOM)
    .length
