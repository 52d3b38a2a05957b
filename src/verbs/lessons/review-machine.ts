import { needsOwnYes } from '../../lesson/state.ts'
import type { LessonCallEvidence, LessonSaidEvidence } from './explain-shape.ts'
import type { LessonProof } from './ledger-shape.ts'
import type { LessonListing } from './shape.ts'
import { toldText } from './lesson-words.ts'

/** A lesson as the review shows it, with some of its evidence. */
export interface ReviewItem {
  lesson: LessonListing
  mistakes: readonly LessonCallEvidence[]
  remedies: readonly LessonCallEvidence[]
  said: readonly LessonSaidEvidence[]
  /** The measured effect; null: none yet. */
  proof: LessonProof | null
  /** Why the lesson cannot be written into the instruction file; null if it can. */
  cannotWrite: string | null
}

/** What a person decided about a lesson in this review. */
export type Decision = 'given' | 'written' | 'refused'

export interface ReviewState {
  items: readonly ReviewItem[]
  /** Index of the lesson on the screen. */
  at: number
  mode: ReviewMode
  /** Decisions by lesson id, in the order in which they were made. */
  decided: ReadonlyMap<string, Decision>
  /** Ids of the lessons that a yes to the whole project accepted; undefined if this review had no such yes. */
  givenAtOnce: ReadonlySet<string> | undefined
  /** A sentence about the last key; may be empty. */
  notice: string
}

/** `look` shows a lesson; `rule`, `write` and `all` wait for a yes; `over`: the review has ended. */
type ReviewMode = { kind: 'look' | 'help' | 'rule' | 'all' | 'over' } | { kind: 'write'; diff: readonly string[] }

/** The effect that a key asks for. A decision counts only after its effect was carried out. */
export type ReviewEffect =
  | { kind: 'give' | 'refuse' | 'preview' | 'write'; id: string }
  | { kind: 'undo'; id: string; decision: Decision }
  | { kind: 'all' | 'undo-all' }

export type ReviewOutcome = { isDone: true; diff?: readonly string[] } | { isDone: false; reason: string }

export interface ReviewStep {
  state: ReviewState
  effect?: ReviewEffect
}

export const beginReview = (items: readonly ReviewItem[]): ReviewState => ({
  items,
  at: 0,
  mode: { kind: items.length === 0 ? 'over' : 'look' },
  decided: new Map(),
  givenAtOnce: undefined,
  notice: '',
})

/**
 * Returns the state after a key, and the effect to carry out. Keys have their `node:readline` names; Ctrl-C is
 * `interrupt`.
 */
export const pressKey = (before: ReviewState, key: string): ReviewStep => {
  const state = { ...before, notice: '' }
  const item = state.items[state.at]
  if (state.mode.kind === 'over' || item === undefined || key === 'interrupt') return { state: over(state) }
  if (state.mode.kind === 'help') return { state: looking(state) }
  if (state.mode.kind === 'look') return (KEYS[key] ?? unknownKey)(state, item)
  return key === 'y' ? confirmed(state, item) : { state: looking(state, 'Nothing was changed.') }
}

const over = (state: ReviewState): ReviewState => ({ ...state, mode: { kind: 'over' } })
const looking = (state: ReviewState, notice = ''): ReviewState => ({ ...state, mode: { kind: 'look' }, notice })
const stay = (state: ReviewState, notice: string): ReviewStep => ({ state: looking(state, notice) })
const entered = (state: ReviewState, kind: 'help' | 'rule' | 'all'): ReviewStep => ({
  state: { ...state, mode: { kind } },
})

/** Goes to the next lesson; after the last one the review ends. */
const goOn = (state: ReviewState, notice = ''): ReviewState =>
  state.at + 1 >= state.items.length ? over(state) : { ...looking(state, notice), at: state.at + 1 }

type Press = (state: ReviewState, item: ReviewItem) => ReviewStep

const give: Press = (state, { lesson }) => {
  const { id, told, kind } = lesson
  const now = stateNow(state, lesson)
  if (now === 'written') return stay(state, 'It stands in an instruction file: hooks do not repeat it.')
  if (told !== null) return stay(state, `${toldText({ ...told, of: 0, since: 0 })} Hooks do not repeat it.`)
  if (now === 'stale') return stay(state, 'It is out of date, and is not given.')
  if (now === 'active') return { state: goOn(state, 'The last one is given already.') }
  return kind === 'rule' ? entered(state, 'rule') : { state, effect: { kind: 'give', id } }
}

const write: Press = (state, { lesson, cannotWrite }) => {
  if (stateNow(state, lesson) === 'written') return stay(state, 'It stands in an instruction file already.')
  if (cannotWrite !== null) return stay(state, cannotWrite)
  return { state, effect: { kind: 'preview', id: lesson.id } }
}

const refuse: Press = (state, { lesson }) =>
  stateNow(state, lesson) === 'refused'
    ? { state: goOn(state, 'The last one is refused already.') }
    : { state, effect: { kind: 'refuse', id: lesson.id } }

const skip: Press = (state) => ({ state: goOn(state) })
const back: Press = (state) =>
  state.at === 0 ? stay(state, 'This is the first one.') : { state: { ...state, at: state.at - 1 } }
const quit: Press = (state) => ({ state: over(state) })

const undo: Press = (state) => {
  const last = [...state.decided].at(-1)
  if (last === undefined) return stay(state, 'Nothing was decided yet.')
  if (state.givenAtOnce?.has(last[0]) === true && last[1] === 'given') return { state, effect: { kind: 'undo-all' } }
  return { state, effect: { kind: 'undo', id: last[0], decision: last[1] } }
}

const giveAll: Press = (state) =>
  waitingItems(state).length === 0 ? stay(state, 'No lesson waits for a yes.') : entered(state, 'all')

const unknownKey: Press = (state) => stay(state, 'No such key. ? lists them.')

const KEYS: Record<string, Press> = {
  g: give,
  w: write,
  r: refuse,
  s: skip,
  space: skip,
  right: skip,
  down: skip,
  b: back,
  backspace: back,
  left: back,
  up: back,
  u: undo,
  a: giveAll,
  '?': (state) => entered(state, 'help'),
  h: (state) => entered(state, 'help'),
  q: quit,
  escape: quit,
}

const confirmed: Press = (state, { lesson: { id } }) => {
  if (state.mode.kind === 'all') return { state, effect: { kind: 'all' } }
  return { state, effect: { kind: state.mode.kind === 'rule' ? 'give' : 'write', id } }
}

/** The state after an effect succeeded or failed. */
export const settleEffect = (state: ReviewState, effect: ReviewEffect, outcome: ReviewOutcome): ReviewState => {
  if (!outcome.isDone) return looking(state, outcome.reason)
  switch (effect.kind) {
    case 'preview':
      return { ...state, mode: { kind: 'write', diff: outcome.diff ?? [] } }
    case 'undo':
      return undone(state, effect.id)
    case 'all':
      return allGiven(state)
    case 'undo-all':
      return noneGiven(state)
    default:
      return goOn(
        withDecision(state, effect.id, DECISIONS[effect.kind]),
        `The last one is ${DECISIONS[effect.kind]}; u takes that back.`,
      )
  }
}

const DECISIONS = { give: 'given', write: 'written', refuse: 'refused' } as const

/** A later decision about the same lesson moves to the end. */
const withDecision = (state: ReviewState, id: string, decision: Decision): ReviewState => {
  const decided = new Map(state.decided)
  decided.delete(id)
  return { ...state, decided: decided.set(id, decision) }
}

const undone = (state: ReviewState, id: string): ReviewState => {
  const decided = new Map(state.decided)
  decided.delete(id)
  if (state.givenAtOnce?.has(id) === true) decided.set(id, 'given')
  const at = state.items.findIndex(({ lesson }) => lesson.id === id)
  return { ...looking(state, 'This one is as it was before.'), decided, at: at < 0 ? state.at : at }
}

const allGiven = (state: ReviewState): ReviewState => {
  const ids = waitingItems(state).map(({ lesson }) => lesson.id)
  let given: ReviewState = { ...state, givenAtOnce: new Set(ids) }
  for (const id of ids) given = withDecision(given, id, 'given')
  return looking(given, 'All of them are given but rules; u takes that back.')
}

/** Lessons that the person decided differently since then keep that decision. */
const noneGiven = (state: ReviewState): ReviewState => {
  const isAtOnce = (id: string, decision: Decision): boolean =>
    decision === 'given' && state.givenAtOnce?.has(id) === true
  const decided = new Map([...state.decided].filter(([id, decision]) => !isAtOnce(id, decision)))
  return { ...looking(state, 'They are as they were before.'), decided, givenAtOnce: undefined }
}

/** The lessons that a yes to the whole project would accept: all that wait, without rules. */
export const waitingItems = (state: ReviewState): ReviewItem[] =>
  state.items.filter(
    ({ lesson }) => !needsOwnYes(lesson) && lesson.told === null && stateNow(state, lesson) === 'candidate',
  )

/** The state of a lesson, including decisions of this review. */
export const stateNow = (
  { decided }: Pick<ReviewState, 'decided'>,
  { id, state }: LessonListing,
): LessonListing['state'] => {
  const decision = decided.get(id)
  return decision === undefined ? state : STATES[decision]
}

const STATES = { given: 'active', written: 'written', refused: 'refused' } as const
