import type { Template } from '../list/templates-operation.ts'
import { callsTell } from '../../provision/recovery-text.ts'
import { countText, rateText, type Rate } from '../../interfaces/cli/figures.ts'
import {
  renderFacts,
  toPlainLine,
  renderRemark,
  type Screen,
  renderSection,
  type ShownFact,
} from '../../interfaces/cli/section.ts'
import { addendumLines } from './addendum-show.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { useText } from '../list/show.ts'
import { shortened, wrap } from '../../interfaces/cli/table.ts'

/** Calls and results are cut at three lines of a terminal; `--json` has the whole. */
const SHOWN_CHARS = 240

/** Prints one template: what it is, what a session would get, its evidence, and what was kept out of it. */
export const templateLines = (template: Template, screen: Screen): string[] => [
  ...renderFacts(factsOf(template), screen),
  ...renderSection('Patterns', blocks(template.patterns.map(patternText), screen), screen),
  ...renderSection('Workflows', blocks(template.workflows.map(workflowText), screen), screen),
  ...renderSection('Recoveries', blocks(template.recoveries.map(recoveryText), screen), screen),
  ...renderSection('Conventions', conventionLines(template, screen), screen),
  ...renderSection('Addendum', addendumLines(template, screen), screen),
  ...renderSection('What it is about', markerLines(template, screen), screen),
  ...renderSection('Kept out', keptOutLines(template, screen), screen),
]

const factsOf = (template: Template): ShownFact[] => {
  const { scope, success, metrics, pinned } = template
  const parts = [scope.project, scope.source, scope.platform, scope.model].filter((part) => part !== null)
  const made = template.madeBy === 'person' ? `${template.how} by a person` : `${template.how} (${template.madeBy})`
  return [
    ['template', template.name],
    ['version', `${template.version}, ${made}, ${template.updatedAt}`],
    ['hash', template.hash.slice(0, HASH_DIGITS)],
    ['state', `${template.state}${STATES[template.state]}`],
    ['what', toPlainLine(template.description)],
    ['tags', template.tags.map(toPlainLine).join(', ')],
    ['task type', template.taskType],
    ['owner', toPlainLine(scope.owner)],
    ['scope', parts.map(toPlainLine).join(', ')],
    [
      'size',
      `all pieces about ${counted(template.tokens, 'token')}; \`warmstart test ${toPlainLine(template.name)} TASK\` counts what a session gets`,
    ],
    ['use', `${useText(template)}${usedBefore(template)}`],
    ['success', success === null ? null : `${rateText(success)} (n ${countText(success)})`],
    [
      'made from',
      `${counted(template.sourceSessions.length, 'session')}; ${grouped(metrics.sessionsQualified)} of ${grouped(metrics.sessionsScanned)} looked at were good enough`,
    ],
    ['pinned', pinnedText(pinned)],
  ]
}

const HASH_DIGITS = 16

const STATES: Record<Template['state'], string> = {
  active: '',
  candidate: ': proposed, not in use until it is promoted',
  quarantined: ': came from somebody else, not in use until it is promoted',
  retired: ': not in use',
}

const pinnedText = ({ kept, dropped }: Template['pinned']): string =>
  [
    kept.length === 0 ? '' : `${counted(kept.length, 'piece')} kept`,
    dropped.length === 0 ? '' : `${counted(dropped.length, 'piece')} dropped`,
  ]
    .filter((text) => text !== '')
    .join(', ')

/** A numbered block: its purpose, what was done, its evidence. */
interface Block {
  title: string
  body: string[]
  /** Users copy it, so it is never wrapped. */
  origin: string[]
}

const patternText = (pattern: Template['patterns'][number]): Block => ({
  title: callText(pattern.tool, pattern.arguments),
  body: [
    `for: ${cut(pattern.intent)}`,
    resultText(pattern),
    [
      TYPES[pattern.type],
      `in ${counted(pattern.support, 'session')}`,
      successText('worked', pattern.successRate, pattern.reason),
      counted(pattern.tokens, 'token'),
    ].join(', '),
  ],
  origin: originOf(pattern, pattern.shape),
})

const TYPES: Record<Template['patterns'][number]['type'], string> = {
  init: 'how sessions began',
  sequence: 'along the way',
  retry: 'worked after a failure',
  final: 'how sessions ended',
}

const successText = (word: string, rate: Rate | null, reason: string | undefined): string =>
  rate === null
    ? `${word}: not known${reason === undefined ? '' : `, ${reason}`}`
    : `${word} ${rateText(rate)} (n ${countText(rate)})`

const workflowText = (workflow: Template['workflows'][number]): Block => ({
  title: workflow.steps.map(({ shape }) => toPlainLine(shape)).join(', then '),
  body: [
    `for: ${cut(workflow.intent)}`,
    ...workflow.steps.map((step, index) => `${index + 1}. ${callText(step.tool, step.arguments)}`),
    `in ${counted(workflow.support, 'session')}, ${counted(workflow.tokens, 'token')}`,
  ],
  origin: originOf(workflow),
})

const recoveryText = (recovery: Template['recoveries'][number]): Block => ({
  title: `${toPlainLine(recovery.tool)}: ${cut(recovery.signature)}`,
  body: [
    ...(callsTell(recovery)
      ? [
          `failed: ${callText(recovery.tool, recovery.failed)}`,
          `worked: ${callText(recovery.workedTool, recovery.worked)}`,
        ]
      : []),
    `so: ${toPlainLine(recovery.strategy)}`,
    [
      recovery.cause,
      `in ${counted(recovery.support, 'session')}`,
      successText('got out of', recovery.successRate, recovery.reason),
      recovery.expiresAt === null ? 'does not expire' : `holds until ${recovery.expiresAt.slice(0, 10)}`,
    ].join(', '),
  ],
  origin: originOf(recovery),
})

/** The command if there is one, else all arguments as JSON. */
const callText = (tool: string, args: Record<string, unknown>): string => {
  const command = args['command'] ?? args['cmd']
  const said = typeof command === 'string' ? command : JSON.stringify(args)
  return `${toPlainLine(tool)}: ${cut(said)}`
}

const resultText = ({ result, resultIs }: Template['patterns'][number]): string =>
  `${resultIs === 'size' ? 'gave' : '→'} ${cut(result) === '' ? '(nothing)' : cut(result)}`

const cut = (text: string): string => shortened(toPlainLine(text.slice(0, SHOWN_CHARS * 4)), SHOWN_CHARS)

const ID_DIGITS = 12

/** The first call that the piece rests on, in the form that `explain` takes, and its file and line. */
const originOf = (
  { id, evidence }: { id: string; evidence: Template['patterns'][number]['evidence'] },
  shape = '',
): string[] => {
  const [first] = evidence
  const named = `id ${id}${shape === '' ? '' : ` (${cut(shape)})`}`
  if (first === undefined) return [named]
  const place = first.file === null ? [] : [`${first.file}:${first.line ?? 0}`]
  return [`${named}; warmstart explain ${first.call.slice(0, ID_DIGITS)}`, ...place]
}

const blocks = (texts: readonly Block[], screen: Screen): string[] => {
  const digits = String(texts.length).length
  const indent = ' '.repeat(digits + 2)
  return texts.flatMap(({ title, body, origin }, index) => {
    const [first = '', ...rest] = wrap(title, screen.width, indent)
    const [id = '', ...places] = origin
    return [
      `${String(index + 1).padStart(digits)}  ${screen.colors.bold(first.slice(indent.length))}`,
      ...rest,
      ...body.flatMap((text) => wrap(text, screen.width, indent)),
      ...wrap(id, screen.width, indent).map((line) => screen.colors.dim(line)),
      ...places.map((place) => screen.colors.dim(indent + place)),
    ]
  })
}

const conventionLines = ({ conventions }: Template, screen: Screen): string[] =>
  conventions.flatMap(({ text, kind, count, id, confirmed }) => {
    const [first = '', ...rest] = wrap(toPlainLine(text), screen.width, '  ')
    const about = `${kind}, in ${counted(count, 'session')}; ${id}, ${yesWords(confirmed)}`
    return [`- ${first.slice(2)}`, ...rest, ...wrap(about, screen.width, '  ').map((line) => screen.colors.dim(line))]
  })

const yesWords = (confirmed: boolean): string => (confirmed ? 'you said yes' : 'not given without your yes')

const SHOWN_MARKERS = 8

const markerLines = ({ contextMarkers }: Template, screen: Screen): string[] => {
  if (contextMarkers.length === 0) return []
  const named = contextMarkers.slice(0, SHOWN_MARKERS).map(({ value, count }) => `${cut(value)} (${grouped(count)})`)
  const hidden = contextMarkers.length - named.length
  return [
    ...wrap(named.join(', '), screen.width),
    ...(hidden > 0 ? renderRemark(`and ${grouped(hidden)} more; --json has them`, screen) : []),
  ]
}

const keptOutLines = ({ leftOut, redactions }: Template, screen: Screen): string[] => {
  const out = leftOut.map(({ reason, count }) => `${toPlainLine(reason)} (${grouped(count)})`)
  const replaced = redactions.map(({ kind, count }) => `${toPlainLine(kind)} (${grouped(count)})`)
  return renderFacts(
    [
      ['left out', out.join(', ')],
      ['replaced', replaced.join(', ')],
    ],
    screen,
  )
}

const usedBefore = ({ metrics: { usesBefore } }: Template): string =>
  usesBefore === undefined ? '' : `; ${counted(usesBefore, 'use')} where it was imported from`
