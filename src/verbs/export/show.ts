import type { PackExported } from './operation.ts'
import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { counted, grouped, signed } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'

type Packed = PackExported['templates'][number]

const COLUMNS: Column[] = [
  { title: 'template' },
  { title: 'patterns', align: 'right' },
  { title: 'workflows', align: 'right', drop: 3 },
  { title: 'recoveries', align: 'right', drop: 2 },
  { title: 'conventions', align: 'right', drop: 4 },
  { title: 'tokens', align: 'right', drop: 1 },
]

/** Prints what went into a pack, what stayed, and what the receiver needs. */
export const exportedLines = (exported: PackExported, screen: Screen): string[] => {
  const { templates, key, path, bytes } = exported
  const rows = templates.map((each) => [
    toPlainLine(each.name),
    grouped(each.patterns),
    grouped(each.workflows),
    grouped(each.recoveries),
    grouped(each.conventions),
    grouped(each.tokens),
  ])
  const lines = (textOf: (template: Packed) => string) =>
    templates.flatMap((each) => {
      const text = textOf(each)
      return text === '' ? [] : wrap(`${toPlainLine(each.name)}: ${text}`, screen.width)
    })
  return [
    ...renderTable(COLUMNS, rows, screen),
    ...renderSection('Stayed here', lines(stayedText), screen),
    ...renderSection('Replaced in it', lines(redactionText), screen),
    ...renderSection('Measured effect', lines(effectText), screen),
    ...renderSection('Certificate of an experiment', lines(certificateText), screen),
    '',
    ...(path === null ? [] : [`${path}`]),
    ...wrap(`${counted(bytes, 'byte')}, ${signedText(key)}`, screen.width),
    ...(key === null ? [] : [key.fingerprint]),
    '',
    ...renderRemark(nextText(key), screen),
  ]
}

const stayedText = ({ stayed: { conventions, userPatterns } }: Packed): string => {
  const parts = [
    conventions === 0 ? '' : `${counted(conventions, 'convention')} (--with-conventions takes them along)`,
    userPatterns ? 'how you talk to agents (--with-user-patterns takes it along)' : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}

export const redactionText = ({ redactions }: { redactions: readonly { kind: string; count: number }[] }): string =>
  redactions.map(({ kind, count }) => `${toPlainLine(kind)} (${grouped(count)})`).join(', ')

/** The effect that the sender measured, or why there is none. */
export const effectText = ({ effect, effectReason }: Pick<Packed, 'effect' | 'effectReason'>): string => {
  if (effect === null) return `none: ${toPlainLine(effectReason ?? 'nothing was measured')}`
  const { verdict, measure, estimate, low, high, warm, cold, until } = effect
  const interval = `${signed(estimate)} (${signed(low)} to ${signed(high)})`
  return `${toPlainLine(verdict)}: ${toPlainLine(measure)} warm minus cold ${interval}, ${counted(warm, 'session')} against ${grouped(cold)}, until ${toPlainLine(until)}`
}

/** The result of an experiment, with enough detail to ask the sender for the rest; empty if there was none. */
export const certificateText = ({ certificate }: Pick<Packed, 'certificate'>): string => {
  if (certificate === null) return ''
  const { design, metric, arm, against, n, estimate, low, high, verdict, model, date, hash } = certificate
  const value = (known: number | null): string => (known === null ? 'unknown' : signed(known))
  const figures = `${toPlainLine(metric)} of ${toPlainLine(arm)} minus ${toPlainLine(against)} ${value(estimate)} (${value(low)} to ${value(high)})`
  const about = `n ${grouped(n)}, model ${toPlainLine(model ?? 'unknown or several')}, ${toPlainLine(date?.slice(0, 10) ?? 'day unknown')}`
  return `${toPlainLine(verdict)}: ${figures}, ${toPlainLine(design)}, ${about}, certificate ${toPlainLine(hash.slice(0, 16))}`
}

const signedText = (key: PackExported['key']): string => {
  if (key === null) return 'not signed: few will take it'
  return key.isNew ? 'signed with your key, which was made just now:' : 'signed with your key:'
}

const nextText = (key: PackExported['key']): string => {
  const read = 'Templates hold commands and results of your project: look at them before you send the pack.'
  if (key === null) return read
  return `${read} Tell the other side these 32 digits by another way than the pack, so that they can trust your key: \`warmstart keys\` shows it again.`
}
