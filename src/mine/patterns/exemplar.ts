import { commandText } from '../../shell/command-text.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import { piecesOf, segmentsOf } from '../../shell/pieces.ts'
import { preparedLine } from '../slots/slots.ts'
import type { SaidLine } from '../slots/usual-words.ts'

/** A call that may stand for its pattern: its arguments are whole and it worked. */
export type Exemplar = MinedCall & { args: Record<string, unknown> }

interface Ways {
  /** How usual each word of the pattern's command lines is. */
  usual: (word: string) => number
  /** The command lines, of shells; undefined for tools that take none. */
  lines: readonly SaidLine[] | undefined
  /** Whether words of the call's result may be shown. */
  isShown?: ((call: MinedCall) => boolean) | undefined
}

/**
 * The calls that can stand for a pattern, the best first: the usual way of saying it before rare ones, one plain command
 * before two, one whose result can be shown before one of which only the size can, and that before a silent one, then the shortest and the
 * newest.
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
      const line = isShell ? preparedLine(commandText(call.args) ?? '', call.cwd) : ''
      return {
        call,
        form: forms.get(isShell ? formOfLine(line) : formOfArguments(call)) ?? 0,
        effort: isShell ? effortOf(line) : 0,
        strange: isShell ? strangeWords(line, usual) : 0,
        says: isShown(call) ? SHOWN : sayingOf(call),
        length: JSON.stringify(call.args).length,
      }
    })
    .toSorted(
      (one, other) =>
        other.form - one.form ||
        one.effort - other.effort ||
        one.says - other.says ||
        one.strange - other.strange ||
        one.length - other.length ||
        (other.call.at ?? 0) - (one.call.at ?? 0) ||
        (one.call.id < other.call.id ? -1 : 1),
    )
    .map(({ call }) => call)
}

const SHOWN = -1

/** A result with something in it before an empty list, and that before silence. */
const sayingOf = ({ resultChars }: MinedCall): number =>
  resultChars > LONGEST_EMPTY_CHARS ? 0 : resultChars > 0 ? 1 : 2

/** `[]`, `{}`, `null`. */
const LONGEST_EMPTY_CHARS = 4

/** What is only known to have begun shows nothing of how it ends. */
const STILL_RUNS = /^(?:[^\n]{0,200}\n){0,6}Process running with session ID/

/** Program and sub-command as they are written at the beginning of a line, behind what only prepares it. */
const formOfLine = (line: string): string => {
  const words = line.replace(/^\s{0,9}cd [^&;|\n]{1,300}(?:&&|;)\s{0,9}/, '').split(/\s+/, 12)
  const start = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  return words.slice(Math.max(0, start), Math.max(0, start) + 2).join(' ')
}

/** Share of the sessions' lines that begin so, each session counting the same, in tenths: closer ones are alike. */
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

/** For tools without a command line, a form is the names of the arguments. */
const formOfArguments = (call: Exemplar): string => Object.keys(call.args).toSorted().join(' ')

const countForms = (calls: readonly Exemplar[]): Map<string, number> => {
  const forms = new Map<string, number>()
  for (const call of calls) forms.set(formOfArguments(call), (forms.get(formOfArguments(call)) ?? 0) + 1)
  return forms
}

/** Commands beyond the first, and a text of several lines, which is a script. */
const effortOf = (line: string): number => {
  const extra = segmentsOf(piecesOf(line)).length - 1
  return extra + (line.includes('\n') || line.includes('<<') ? SCRIPT_EFFORT : 0)
}

const SCRIPT_EFFORT = 10
const SELDOM = 0.2

const strangeWords = (line: string, usual: (word: string) => number): number =>
  piecesOf(line).filter((piece) => piece.kind === 'word' && piece.value.startsWith('-') && usual(piece.value) < SELDOM)
    .length
