import { mixOf } from '../../lib/hash.ts'
import { clusterRate } from '../../lib/stats/ratio.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import type { PatternDraft, WorkflowDraft } from '../../schema/template-draft.ts'
import { commandText } from '../../shell/command-text.ts'
import { miningKey } from '../../profile/mining-key.ts'
import { isShell } from '../../profile/shape.ts'
import { isShownShape } from '../../trust/words/command-word.ts'
import { ownIntent } from '../../trust/words/intent.ts'
import { type Piece, piecesOf, segmentsOf } from '../../shell/pieces.ts'
import { type Exemplar, rankExemplars } from './exemplar.ts'
import { type ShapeGroup, typeOf } from './shape-groups.ts'
import { recurringIn, resultOf } from './shown-text.ts'
import { saysPassed } from '../../trust/words/result-lines.ts'
import { hidesCheck } from '../slots/bare-line.ts'
import { runsElsewhere } from '../slots/slot-command.ts'
import { isOutlined, preparedLine, slotArguments, type Slotted } from '../slots/slots.ts'
import { gateCall, OPAQUE } from '../../trust/call.ts'
import { isInstruction } from '../../trust/text.ts'
import { type SaidLine, usualWords } from '../slots/usual-words.ts'

/** What is known about a group besides its figures. */
export interface Material {
  /** Calls of the group that the store kept, the newest first. */
  calls: readonly MinedCall[]
  /** Command lines of the group; empty for tools other than shells. */
  lines: readonly SaidLine[]
}

/** Facts about all sessions together that decide what may be shown of a call. */
export interface Circle {
  /** The family of a session. Sessions that came out of each other share one. */
  familyOf: (session: string) => string
  /** Whether a tool may be named. */
  isShownTool: (tool: string) => boolean
  /** Whether a call works on files that came from elsewhere. */
  isForeign: (call: MinedCall) => boolean
}

export type Drafted = { draft: PatternDraft } | { reason: string }

/** Drafts a group as an example to show, or returns the reason why none of its calls can be shown. */
export const draftPattern = (
  group: ShapeGroup,
  { calls, lines }: Material,
  { circle, countTokens }: { circle: Circle; countTokens: (text: string) => number },
): Drafted => {
  const usual = usualWords(lines)
  const recurring = recurringIn(calls, circle.familyOf)
  const exemplars = rankExemplars(calls, {
    usual,
    ...(isShell(group)
      ? { lines, isShown: (call) => resultOf(call, recurring).resultIs === 'text' }
      : { lines: undefined }),
  })
  let reason = calls.length === 0 ? 'call no longer in the store' : 'arguments not kept whole'
  for (const exemplar of exemplars) {
    const refused = refusalOf(exemplar, group, circle)
    const slotted = slotsOf(exemplar, group, { exemplars, usual })
    if (refused !== undefined) reason = refused
    else if (isScript(slotted, group)) reason = SCRIPT
    else if (isUntold(exemplar, group, recurring)) reason = 'a pipe hides whether it worked'
    else return { draft: toDraft(group, { exemplar, exemplars, slotted, recurring, countTokens }) }
  }
  return { reason }
}

const SCRIPT = 'script of several lines'

/** Whether a command line still has several lines once its varying parts are slots: then it is a script, not a command. */
const isScript = (slotted: Slotted, group: Pick<ShapeGroup, 'tool' | 'kind'>): boolean =>
  isShell(group) && (commandText(slotted.arguments) ?? '').includes('\n')

/** Whether neither the exit code nor the output of a check tells that it passed. */
const isUntold = (call: Exemplar, group: ShapeGroup, recurring: ReadonlySet<string>): boolean => {
  if (!isShell(group) || !hidesCheck(commandText(call.args) ?? '', group.shape)) return false
  const { result, resultIs } = resultOf(call, recurring)
  return resultIs !== 'text' || !saysPassed(result)
}

/**
 * Why a call cannot be shown at all. Text from elsewhere in its result is no reason here: `resultOf` decides what is
 * shown of a result.
 */
const refusalOf = (call: Exemplar, group: ShapeGroup, { isShownTool, isForeign }: Circle): string | undefined => {
  const gate = gateCall(call)
  // Only an outline of code is shown, and an outline does nothing.
  if (!gate.allowed && !(gate.reason === OPAQUE && isOutlined(call))) return gate.reason
  if (isInstruction(JSON.stringify(call.args))) return 'talks to a model'
  if (!isShownTool(call.tool)) return 'tool that only its maker knows'
  if (isForeign(call)) return 'works on files from elsewhere'
  if (!isShell(group)) return undefined
  if (!isShownShape(group.shape)) return 'program or task that we do not know'
  const line = preparedLine(commandText(call.args) ?? '', call.cwd)
  if (piecesOf(line).some((piece) => piece.kind === 'word' && piece.value.startsWith('#')))
    return 'comment in a command'
  // Groups are formed by the beginning of a command line. The whole line may do something else.
  if (miningKey({ ...call, subject: line.replace(/\s+/g, ' ') }) !== group.shape) return 'command line too long'
  return runsElsewhere(line, group.shape) ? 'runs a program outside the project' : undefined
}

interface Chosen {
  exemplar: Exemplar
  exemplars: readonly Exemplar[]
  slotted: Slotted
  recurring: ReadonlySet<string>
  countTokens: (text: string) => number
}

const toDraft = (group: ShapeGroup, { exemplar, exemplars, slotted, recurring, countTokens }: Chosen): PatternDraft => {
  const intent = ownIntent({ tool: exemplar.tool, shape: group.shape, isShell: isShell(group) })
  const result = resultOf(exemplar, recurring)
  const successRate = clusterRate(group.successes)
  return {
    id: mixOf(group.tool, group.shape).slice(0, ID_DIGITS),
    tool: group.tool,
    kind: group.kind,
    shape: group.shape,
    ...slotted,
    intent,
    intentFrom: 'shape',
    ...result,
    type: typeOf(group),
    support: group.support,
    uses: group.uses,
    successRate,
    ...(successRate === null ? { reason: 'no call of it has a known outcome' } : {}),
    sessionTypes: [...group.taskTypes].toSorted(),
    recovery: null,
    lastSeenAt: group.lastAt === undefined ? null : new Date(group.lastAt).toISOString(),
    tokens: countTokens([intent, group.tool, JSON.stringify(slotted.arguments), result.result].join('\n')),
    evidence: evidenceOf(exemplar, exemplars),
  }
}

const ID_DIGITS = 12
const MOST_EVIDENCE = 5

const slotsOf = (
  exemplar: Exemplar,
  group: Pick<ShapeGroup, 'tool' | 'kind' | 'shape'>,
  {
    exemplars,
    usual,
    hasTasks = true,
  }: { exemplars: readonly Exemplar[]; usual: (word: string) => number; hasTasks?: boolean },
): Slotted =>
  slotArguments(exemplar, exemplars, { shell: isShell(group) ? { shape: group.shape, usual, hasTasks } : undefined })

/** The shapes of everything that an example shows: each command in its line, without filters behind a pipe. */
export const shapesShown = (draft: PatternDraft): string[] => {
  if (!isShell(draft)) return [draft.shape]
  const pieces = piecesOf(commandText(draft.arguments) ?? '')
  const steps = segmentsOf(pieces).filter(([first = 0]) => !isFilter(pieces, first))
  const lines = steps.map((segment) => segment.map((index) => pieces[index]?.text ?? '').join(' '))
  return [draft.shape, ...lines.map((line) => miningKey({ ...draft, subject: line }))]
}

/** A command behind a pipe only reads the output of another command. */
const isFilter = (pieces: readonly Piece[], first: number): boolean =>
  pieces
    .slice(0, first)
    .findLast((piece) => piece.kind === 'operator')
    ?.text.startsWith('|') === true

/**
 * The arguments of a call as a recovery shows them; undefined if they cannot be shown. Names of tasks become slots,
 * because an agent may have made up the name that failed.
 */
export const shownArguments = (
  call: MinedCall,
  linesOf: (group: Pick<ShapeGroup, 'tool' | 'kind' | 'shape'>) => readonly SaidLine[],
): Record<string, unknown> | undefined => {
  const { args } = call
  if (args === undefined) return undefined
  const group = { tool: call.tool, kind: call.kind, shape: miningKey(call) }
  const exemplar = { ...call, args }
  const usual = usualWords(linesOf(group))
  const slotted = slotsOf(exemplar, group, { exemplars: [exemplar], usual, hasTasks: false })
  return isScript(slotted, group) ? undefined : slotted.arguments
}

/** The call that is shown, then one call of each other session. */
const evidenceOf = (exemplar: Exemplar, exemplars: readonly Exemplar[]): PatternDraft['evidence'] => {
  const sessions = new Map([[exemplar.sessionId, exemplar]])
  for (const call of exemplars) if (!sessions.has(call.sessionId)) sessions.set(call.sessionId, call)
  return [...sessions.values()].slice(0, MOST_EVIDENCE).map(({ id, session }) => ({ call: id, session }))
}

/** A step of a workflow and the call that shows it. */
export interface Step {
  group: ShapeGroup
  call: MinedCall
  lines: readonly SaidLine[]
  /** Lines that the outputs of several independent sessions share. */
  recurring: ReadonlySet<string>
}

/** Drafts a stretch of one session as an example of a workflow, or returns the reason why it cannot be shown. */
export const draftWorkflow = (
  steps: readonly Step[],
  support: number,
  { circle, countTokens }: { circle: Circle; countTokens: (text: string) => number },
): { draft: WorkflowDraft } | { reason: string } => {
  const shown: WorkflowDraft['steps'] = []
  for (const { group, call, lines, recurring } of steps) {
    const { args } = call
    if (args === undefined) return { reason: 'arguments not kept whole' }
    const exemplar = { ...call, args }
    const refused = refusalOf(exemplar, group, circle)
    if (refused !== undefined) return { reason: refused }
    const slotted = slotsOf(exemplar, group, { exemplars: [exemplar], usual: usualWords(lines) })
    if (isScript(slotted, group)) return { reason: SCRIPT }
    shown.push({
      tool: call.tool,
      kind: call.kind,
      shape: group.shape,
      arguments: slotted.arguments,
      ...resultOf(call, recurring),
    })
  }
  const words = steps.map(({ group }) => (isShell(group) ? group.shape : stepIntent(group))).join(', then ')
  return {
    draft: {
      id: mixOf('workflow', ...steps.flatMap(({ group }) => [group.tool, group.shape])).slice(0, ID_DIGITS),
      intent: words.slice(0, MAX_INTENT_CHARS),
      steps: shown,
      support,
      tokens: countTokens(
        [words, ...shown.map((step) => `${step.tool}\n${JSON.stringify(step.arguments)}\n${step.result}`)].join('\n'),
      ),
      evidence: steps.map(({ call }) => ({ call: call.id, session: call.session })),
    },
  }
}

/** What one step is for, worded so that steps can be joined into one sentence. */
const stepIntent = ({ tool, shape }: ShapeGroup): string => ownIntent({ tool, shape, isShell: false }).toLowerCase()

const MAX_INTENT_CHARS = 200
