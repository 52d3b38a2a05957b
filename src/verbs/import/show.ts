import type { PackImported } from './operation.ts'
import { toPlainLine, renderRemark, type Screen, renderSection, renderTable } from '../../interfaces/cli/section.ts'
import { certificateText, effectText, redactionText } from '../export/show.ts'
import { lessonEffectText } from '../export/lessons-show.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { type Column, wrap } from '../../interfaces/cli/table.ts'

type Arrival = PackImported['templates'][number]

const COLUMNS: Column[] = [
  { title: 'template', shrink: 'end', least: 14 },
  { title: '' },
  { title: 'patterns', align: 'right', drop: 2 },
  { title: 'recoveries', align: 'right', drop: 3 },
  { title: 'conventions', align: 'right', drop: 4 },
  { title: 'tokens', align: 'right', drop: 5 },
]
const FILE: Column = { title: 'file', shrink: 'start', least: 16, drop: 1 }

/** Prints the sender, what was imported, what did not pass, and that a person has to read it before it is used. */
export const importedLines = (report: PackImported, screen: Screen): string[] => {
  const { templates, passedOver } = report
  const isOld = report.from === 'first-generation'
  const rows = templates.map((each) => [
    toPlainLine(each.name ?? each.was ?? each.file ?? ''),
    becameText(each),
    grouped(each.patterns),
    grouped(each.recoveries),
    grouped(each.conventions),
    grouped(each.tokens),
    ...(isOld ? [toPlainLine(each.file ?? '')] : []),
  ])
  const lines = (textOf: (arrival: Arrival) => string) =>
    templates.flatMap((each) => {
      const text = textOf(each)
      return text === '' ? [] : wrap(`${toPlainLine(each.name ?? each.was ?? '')}: ${text}`, screen.width)
    })
  return [
    ...wrap(senderText(report), screen.width),
    '',
    ...lessonLines(report, screen),
    ...(rows.length === 0
      ? report.lessons === null
        ? wrap('No file held a template.', screen.width)
        : []
      : renderTable(isOld ? [...COLUMNS, FILE] : COLUMNS, rows, screen)),
    ...renderSection('Dropped', lines(droppedText), screen),
    ...renderSection(
      'Replaced on arrival',
      lines(({ replacedHere }) => redactionText({ redactions: replacedHere })),
      screen,
    ),
    ...renderSection(
      'Replaced by the sender',
      lines(({ replacedThere }) => redactionText({ redactions: replacedThere })),
      screen,
    ),
    ...renderSection('Effect, as the sender measured it', report.from === 'pack' ? lines(effectText) : [], screen),
    ...renderSection('Experiment of the sender', lines(certificateText), screen),
    ...renderSection(
      'Not imported',
      passedOver.flatMap(({ file, problem }) => passedLines(file, problem, screen)),
      screen,
    ),
    '',
    ...renderRemark(nextText(report), screen),
  ]
}

/** Prints the lessons in our own words, the dropped ones, and the effect that the sender measured. */
const lessonLines = ({ lessons }: PackImported, screen: Screen): string[] => {
  if (lessons === null) return []
  const { arrived, isNew, dropped, effect, certificate, project } = lessons
  return [
    ...wrap(
      `${counted(arrived.length, 'lesson')} for ${toPlainLine(project)}, ${grouped(isNew)} of them new:`,
      screen.width,
    ),
    ...arrived.flatMap(({ id, text }) => wrap(`- ${id.slice(0, 8)} ${toPlainLine(text)}`, screen.width)),
    ...renderSection(
      'Lessons that may not be told',
      dropped.flatMap(({ reason, count }) => wrap(`${toPlainLine(reason)} (${grouped(count)})`, screen.width)),
      screen,
    ),
    ...renderSection(
      'Effect of the lessons, as the sender measured it',
      wrap(lessonEffectText(effect), screen.width),
      screen,
    ),
    ...renderSection(
      'Experiment of the sender about the lessons',
      certificate === null ? [] : wrap(certificateText({ certificate }), screen.width),
      screen,
    ),
  ]
}

const passedLines = (file: string, problem: string, { width }: Screen): string[] =>
  wrap(problem.includes(file) ? toPlainLine(problem) : `${toPlainLine(file)}: ${toPlainLine(problem)}`, width)

const becameText = ({ became, state }: Arrival): string => {
  if (became === 'quarantined') return 'quarantined'
  return became === 'unchanged' ? `as before (${toPlainLine(state ?? '')})` : 'nothing left'
}

const droppedText = ({ dropped, problem }: Arrival): string =>
  [
    ...dropped.map(({ reason, count }) => `${toPlainLine(reason)} (${grouped(count)})`),
    ...(problem === null ? [] : [problem]),
  ].join(', ')

const senderText = ({ from, sender, templates }: PackImported): string => {
  if (from === 'first-generation' || sender === null)
    return `${counted(templates.length, 'template file')} of the first generation. Their counts of success are not taken over: they were told by words.`
  const key = `key ${sender.fingerprint ?? ''}`
  switch (sender.trust) {
    case 'own':
      return `A pack that you signed yourself (${key}).`
    case 'trusted':
      return `A pack of ${toPlainLine(sender.label ?? '')} (${key}).`
    case 'unknown-key':
      return `A pack of somebody whose key you do not know (${key}).`
    case 'unsigned':
      return 'A pack that nobody signed.'
  }
}

const nextText = ({ templates, lessons }: PackImported): string => {
  if (lessons !== null && templates.length === 0)
    return 'None of them is told before your yes to it: `warmstart lessons review` shows each, `warmstart lessons accept ID` takes it into use.'
  const first = templates.find(({ became }) => became === 'quarantined')?.name
  if (first !== undefined && first !== null)
    return `Nothing of it is in use. Look at it first, word for word: \`warmstart review ${first}\`. Then \`warmstart promote ${first}\`, or \`warmstart delete ${first}\`.`
  return templates.some(({ became }) => became === 'unchanged')
    ? 'It was imported before: nothing was changed.'
    : 'Nothing was saved.'
}
