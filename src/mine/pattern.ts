import { mixOf } from '../lib/hash.ts'
import { clusterRate } from '../lib/stats/ratio.ts'
import type { MinedCall } from '../schema/harvest.ts'
import type { PatternDraft, WorkflowDraft } from '../schema/template-draft.ts'
import { toolFacts } from '../outcome/tools.ts'
import { commandText } from '../outcome/shell.ts'
import { miningKey } from '../profile/mining-key.ts'
import { isShell } from '../profile/shape.ts'
import { type Piece, piecesOf, segmentsOf } from './command-pieces.ts'
import { type Exemplar, rankExemplars } from './exemplar.ts'
import { type ShapeGroup, typeOf } from './shape-groups.ts'
import { intentOf } from './intent.ts'
import { resultOf } from './shown-text.ts'
import { runsElsewhere } from './slot-command.ts'
import { preparedLine, slotArguments, type Slotted } from './slots.ts'
import { gateCall, isInstruction, resultIsOwn } from './trust.ts'
import { type SaidLine, usualWords } from './usual-words.ts'

/** What is known of a group beside its figures. */
export interface Material {
  /** Calls of it that the store kept, the newest first. */
  calls: readonly MinedCall[]
  /** Command lines of it, of shells only. */
  lines: readonly SaidLine[]
}

export type Drafted = { draft: PatternDraft } | { reason: string }

/** One thing done as an example to show, or the reason why none of its calls can be shown. */
export const draftPattern = (
  group: ShapeGroup,
  { calls, lines }: Material,
  countTokens: (text: string) => number,
): Drafted => {
  const usual = usualWords(lines)
  const exemplars = rankExemplars(calls, { usual, lines: isShell(group) ? lines : undefined })
  let reason = calls.length === 0 ? 'call no longer in the store' : 'arguments not kept whole'
  for (const exemplar of exemplars) {
    const refused = refusalOf(exemplar, group)
    const slotted = slotsOf(exemplar, group, { exemplars, usual })
    if (refused !== undefined) reason = refused
    else if (isScript(slotted, group)) reason = SCRIPT
    else return { draft: toDraft(group, { exemplar, exemplars, slotted, countTokens }) }
  }
  return { reason }
}

const SCRIPT = 'script of several lines'

/** Whether a command line is still one of several lines when what varies is out of it: somebody's script, not a command. */
const isScript = (slotted: Slotted, group: Pick<ShapeGroup, 'tool' | 'kind'>): boolean =>
  isShell(group) && (commandText(slotted.arguments) ?? '').includes('\n')

/** Why a call cannot be shown at all; what it says that is not ours is a matter of its result alone. */
const refusalOf = (call: Exemplar, group: ShapeGroup): string | undefined => {
  const gate = gateCall(call)
  if (!gate.allowed) return gate.reason
  if (isInstruction(JSON.stringify(call.args))) return 'talks to a model'
  if (!isShell(group)) return undefined
  const line = preparedLine(commandText(call.args) ?? '', call.cwd)
  // Groups go by the beginning of a command line; all of it may say something else.
  if (miningKey({ ...call, subject: line.replace(/\s+/g, ' ') }) !== group.shape) return 'command line too long'
  return runsElsewhere(line, group.shape) ? 'runs a program outside the project' : undefined
}

interface Chosen {
  exemplar: Exemplar
  exemplars: readonly Exemplar[]
  slotted: Slotted
  countTokens: (text: string) => number
}

const toDraft = (group: ShapeGroup, { exemplar, exemplars, slotted: given, countTokens }: Chosen): PatternDraft => {
  const { fill, ...slotted } = given
  const intent = intentOf(exemplar, { shape: group.shape, isShared: group.support > 1, fill })
  const result = shownResult(exemplar)
  const successRate = clusterRate(group.successes)
  return {
    id: mixOf(group.tool, group.shape).slice(0, ID_DIGITS),
    tool: group.tool,
    kind: group.kind,
    shape: group.shape,
    ...slotted,
    ...intent,
    ...result,
    type: typeOf(group),
    support: group.support,
    uses: group.uses,
    successRate,
    ...(successRate === null ? { reason: 'no call of it has a known outcome' } : {}),
    sessionTypes: [...group.taskTypes].toSorted(),
    recovery: null,
    lastSeenAt: group.lastAt === undefined ? null : new Date(group.lastAt).toISOString(),
    tokens: countTokens([intent.intent, group.tool, JSON.stringify(slotted.arguments), result.result].join('\n')),
    evidence: evidenceOf(exemplar, exemplars),
  }
}

const ID_DIGITS = 12
const MOST_EVIDENCE = 5

const slotsOf = (
  exemplar: Exemplar,
  group: Pick<ShapeGroup, 'tool' | 'kind' | 'shape'>,
  { exemplars, usual }: { exemplars: readonly Exemplar[]; usual: (word: string) => number },
): Slotted => slotArguments(exemplar, exemplars, { shell: isShell(group) ? { shape: group.shape, usual } : undefined })

/** Everything that an example shows being done: each of the commands in its line, filters behind a pipe left out. */
export const shapesShown = (draft: PatternDraft): string[] => {
  if (!isShell(draft)) return [draft.shape]
  const pieces = piecesOf(commandText(draft.arguments) ?? '')
  const steps = segmentsOf(pieces).filter(([first = 0]) => !isFilter(pieces, first))
  const lines = steps.map((segment) => segment.map((index) => pieces[index]?.text ?? '').join(' '))
  return [draft.shape, ...lines.map((line) => miningKey({ ...draft, subject: line }))]
}

/** What stands behind a pipe only looks at what another command did. */
const isFilter = (pieces: readonly Piece[], first: number): boolean =>
  pieces
    .slice(0, first)
    .findLast((piece) => piece.kind === 'operator')
    ?.text.startsWith('|') === true

/** The arguments of any call as a template shows them; undefined where they cannot be shown. */
export const shownArguments = (
  call: MinedCall,
  linesOf: (group: Pick<ShapeGroup, 'tool' | 'kind' | 'shape'>) => readonly SaidLine[],
): Record<string, unknown> | undefined => {
  const { args } = call
  if (args === undefined) return undefined
  const group = { tool: call.tool, kind: call.kind, shape: miningKey(call) }
  const exemplar = { ...call, args }
  const slotted = slotsOf(exemplar, group, { exemplars: [exemplar], usual: usualWords(linesOf(group)) })
  return isScript(slotted, group) ? undefined : slotted.arguments
}

/** What stands in files and on pages is looked up when it is needed; an example only has to show that it came. */
const LOOKS: ReadonlySet<string> = new Set(['read', 'search', 'web'])

const shownResult = (call: MinedCall): Pick<PatternDraft, 'result' | 'resultIs'> => {
  const isOwn =
    !LOOKS.has(toolFacts(call.tool).family) &&
    resultIsOwn(call) &&
    !isInstruction(`${call.resultHead}\n${call.resultTail}`)
  return resultOf(call, isOwn)
}

/** The call that is shown first, then one of each other session. */
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
}

/** A stretch of one session as an example of a way of working, or the reason why it cannot be shown. */
export const draftWorkflow = (
  steps: readonly Step[],
  support: number,
  countTokens: (text: string) => number,
): { draft: WorkflowDraft } | { reason: string } => {
  const shown: WorkflowDraft['steps'] = []
  let intent: ReturnType<typeof intentOf> | undefined
  for (const { group, call, lines } of steps) {
    const { args } = call
    if (args === undefined) return { reason: 'arguments not kept whole' }
    const exemplar = { ...call, args }
    const refused = refusalOf(exemplar, group)
    if (refused !== undefined) return { reason: refused }
    const slotted = slotsOf(exemplar, group, { exemplars: [exemplar], usual: usualWords(lines) })
    if (isScript(slotted, group)) return { reason: SCRIPT }
    intent ??= intentOf(call, { shape: group.shape, isShared: support > 1, fill: slotted.fill })
    shown.push({
      tool: call.tool,
      kind: call.kind,
      shape: group.shape,
      arguments: slotted.arguments,
      ...shownResult(call),
    })
  }
  const words =
    intent === undefined || intent.intentFrom === 'shape' || intent.intentFrom === 'tool'
      ? steps.map(({ group }) => group.shape).join(', then ')
      : intent.intent
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

const MAX_INTENT_CHARS = 200
