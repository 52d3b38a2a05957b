import { isPlainWord } from '../../trust/words/vocabulary.ts'

/**
 * The form of an argument's values if all calls write them alike: `#W<7 digits>`, `<word>_<word>_<4 digits>`,
 * `2026-05-<2 digits>`. Marks stay. Numbers and short letters stay if every call has the same ones. Words stay only if
 * any reader may see them. Undefined if the values are not alike, or if their form says nothing.
 */
export const valueForm = (value: string, peers: readonly string[]): string | undefined => {
  if (peers.length < FEWEST_VALUES || value.length > LONGEST_CHARS || /\s/.test(value)) return undefined
  const whole = wholeForm(value, peers)
  if (whole !== undefined) return whole
  const own = runsOf(value)
  if (own.length < 2 || own.length > MOST_RUNS) return undefined
  const others = peers.map(runsOf)
  if (!others.every((runs) => runs.length === own.length && runs.every((run, at) => isAlike(run, own[at] ?? ''))))
    return undefined
  const form = own.map((run, at) => {
    const all = others.map((runs) => runs[at] ?? '')
    return runForm(run, all, at)
  })
  return form.every((part) => part.startsWith('<')) ? undefined : form.join('')
}

/** Codes and numbers of one length: `<5 digits>`, `<3 capitals>`, `<6 capitals or digits>`. */
const wholeForm = (value: string, peers: readonly string[]): string | undefined => {
  const { length } = value
  if (length < 2 || peers.some((peer) => peer.length !== length)) return undefined
  for (const [kind, form] of CODES) if (peers.every((peer) => form.test(peer))) return `<${length} ${kind}>`
  return undefined
}

const CODES: readonly (readonly [kind: string, form: RegExp])[] = [
  ['digits', /^\d+$/],
  ['capitals', /^[A-Z]+$/],
  ['capitals or digits', /^[A-Z\d]+$/],
]

const FEWEST_VALUES = 2
const LONGEST_CHARS = 60
const MOST_RUNS = 9
/** Letters that belong to a number, as in `W2378156`. More letters are a word. */
const LONGEST_PREFIX = 2
/** A year or a month. Longer numbers name a thing. */
const LONGEST_NUMBER = 4

/** Runs of letters, digits and marks, in order. Letters of other scripts are letters. */
const runsOf = (value: string): string[] => value.match(/\p{L}+|\d+|[^\p{L}\d]/gu) ?? []

type Kind = 'letters' | 'digits' | 'mark'

const kindOf = (run: string): Kind => (/^\d/.test(run) ? 'digits' : /^\p{L}/u.test(run) ? 'letters' : 'mark')

/** Marks that occur in ids, dates and addresses. */
const MARKS = /^[#_.:+-]$/

const isAlike = (run: string, own: string): boolean =>
  kindOf(run) === kindOf(own) && (kindOf(own) !== 'mark' || (run === own && MARKS.test(own)))

const runForm = (run: string, all: readonly string[], at: number): string => {
  const isSame = all.every((other) => other === run)
  const lengths = new Set(all.map((other) => other.length))
  const kind = kindOf(run)
  if (kind === 'mark') return run
  if (kind === 'digits') {
    if (isSame && run.length <= LONGEST_NUMBER) return run
    return lengths.size === 1 ? `<${run.length} ${run.length === 1 ? 'digit' : 'digits'}>` : '<digits>'
  }
  if (isSame && (isPlainWord(run) || (at <= 1 && run.length <= LONGEST_PREFIX && /^[A-Z]+$/.test(run)))) return run
  if (all.every((other) => /^[A-Z]+$/.test(other)) && lengths.size === 1) return `<${run.length} capitals>`
  return '<word>'
}
