import { grouped } from '../lib/number-text.ts'
import { estimateTokens } from '../lib/estimate-tokens.ts'
import { resultIsOwn } from '../mine/patterns/trust-origin.ts'
import { judge } from '../outcome/judge.ts'
import { readToolFacts } from '../outcome/tool-facts.ts'
import type { Template } from '../schema/listing/template.ts'
import type { PatternDraft, TemplateDraft } from '../schema/template-draft.ts'
import { canonicalJson } from './canonical.ts'
import type { OldCall, OldTemplate } from './first-generation.ts'
import { draftGiven } from './hand-made.ts'
import type { Dropped } from './pack-gate.ts'
import type { Version } from './version.ts'

/** Why figures of old files are not taken over. */
const NOT_BELIEVED = 'the first generation told success by words in the result, so its counts are not taken over'

/**
 * A template of the first generation as one of ours: calls with their real arguments and results, what was said about the user, and
 * the addendum. Left out, and counted by reason, is what was made up: results that say nothing, calls without arguments; what did
 * not work; and ways out of errors that name no call.
 */
export const draftFirstGeneration = (old: OldTemplate): { version: Version; dropped: Dropped } => {
  const counts = new Map<string, number>()
  const drop = (reason: string, count = 1): void => {
    if (count > 0) counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  const made = madeUpResult(old.calls)
  const calls = old.calls.slice(0, MOST_CALLS).filter((call) => {
    const reason = refusalOf(call, made)
    if (reason !== undefined) drop(reason)
    return reason === undefined
  })
  drop('too many calls', Math.max(0, old.calls.length - MOST_CALLS))
  drop('way out of an error without a call', old.wordsOnly)
  const patterns = unique(calls.map(patternOf), () => drop('the same call again'))
  const contextMarkers = markersOf(old.markers, drop)
  return {
    version: {
      draft: draftOf(old, patterns, contextMarkers),
      description: oneLine(old.description, LONGEST_DESCRIPTION_CHARS),
      tags: [...new Set(old.tags.map((tag) => oneLine(tag, LONGEST_TAG_CHARS)))]
        .filter((tag) => tag !== '')
        .slice(0, MOST_TAGS),
      taskType: taskTypeOf(old.taskType),
      pinned: { kept: [], dropped: [] },
    },
    dropped: [...counts]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => (a.reason < b.reason ? -1 : 1)),
  }
}

const LONGEST_DESCRIPTION_CHARS = 500
const LONGEST_TAG_CHARS = 40
const MOST_TAGS = 20
const LONGEST_ADDENDUM_CHARS = 20_000
const LONGEST_NAME_CHARS = 200
const MOST_CALLS = 200
const MOST_MARKERS = 20
const MOST_SESSIONS = 500

const oneLine = (text: string, limit: number): string =>
  text
    .slice(0, limit * 4)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, limit)
    .toWellFormed()

const refusalOf = (call: OldCall, madeUp: string | undefined): string | undefined => {
  const { tool, arguments: args, result } = call
  if (tool.trim() === '' || tool.length > LONGEST_NAME_CHARS) return 'no name of a tool'
  if (readToolFacts(tool, args).trivial) return 'bookkeeping of the agent'
  if (!call.worked) return 'did not work'
  if (result === undefined || result.trim() === '') return 'no result'
  if (saysNothing(result) || result.trim() === madeUp) return 'invented result'
  if (args === undefined || Object.keys(args).length === 0) return 'no arguments'
  return judge({ tool, args, result }).outcome === 'error' ? 'did not work' : undefined
}

/** What programs write down that have not looked: `Success: Operation completed successfully.` and the like. */
const saysNothing = (result: string): boolean => {
  if (result.length > LONGEST_PHRASE_CHARS) return false
  const words = result.toLowerCase().match(/[a-z]+/g) ?? []
  return words.length > 0 && !/\d/.test(result) && words.every((word) => EMPTY_WORDS.has(word))
}

const LONGEST_PHRASE_CHARS = 200
const EMPTY_WORDS = new Set(
  'success successful successfully succeeded ok okay done completed complete executed finished worked works passed operation tool call command action task request step result results output response execution the a an was has been is with and without no any errors error issues true status example sample placeholder'.split(
    ' ',
  ),
)

const FEWEST_ALIKE = 3

/** The one result that calls of different tools all claim: a program made it up, no tool gave it. */
const madeUpResult = (calls: readonly OldCall[]): string | undefined => {
  const told = calls.filter(({ result }) => result !== undefined && result.trim() !== '')
  const results = new Set(told.map(({ result }) => result?.trim()))
  const tools = new Set(told.map(({ tool }) => tool))
  return told.length >= FEWEST_ALIKE && results.size === 1 && tools.size > 1 ? told[0]?.result?.trim() : undefined
}

const TYPES: readonly string[] = ['init', 'sequence', 'retry', 'final']
const TASK_TYPES: readonly string[] = ['code', 'file', 'research', 'mixed']

const taskTypeOf = (given: string | undefined): Template['taskType'] =>
  given !== undefined && TASK_TYPES.includes(given) ? (given as Template['taskType']) : null

const patternOf = ({ tool, arguments: args = {}, result = '', intent, type, sessionTypes }: OldCall): PatternDraft => {
  const words = oneLine(intent, MOST_INTENT_CHARS)
  const [draft] = draftGiven(
    {
      name: '',
      patterns: [
        {
          tool,
          arguments: args,
          intent: words,
          result: result.toWellFormed(),
          ...(type !== undefined && TYPES.includes(type) ? { type: type as PatternDraft['type'] } : {}),
        },
      ],
    },
    '',
  ).patterns
  if (draft === undefined) throw new Error('a pattern that was given is in the draft')
  return {
    ...draft,
    ...(words === '' ? { intent: draft.shape, intentFrom: 'shape' as const } : {}),
    ...shownResult(draft, result),
    reason: NOT_BELIEVED,
    sessionTypes: TASK_TYPES.filter((each) => sessionTypes.includes(each)) as PatternDraft['sessionTypes'],
  }
}

const MOST_INTENT_CHARS = 200
/** What stands in files and on pages is looked up when it is needed. */
const LOOKS: ReadonlySet<string> = new Set(['read', 'search', 'web'])

/** Only the call tells whose words a result holds: the old files do not say where it ran. */
const shownResult = (
  { tool, kind, shape, arguments: args, result }: PatternDraft,
  whole: string,
): Pick<PatternDraft, 'result' | 'resultIs'> => {
  const call = { tool, kind, subject: shape, args, project: undefined, cwd: undefined }
  if (!LOOKS.has(readToolFacts(tool, args).family) && resultIsOwn(call)) return { result, resultIs: 'text' }
  const chars = `${grouped(whole.length)} ${whole.length === 1 ? 'character' : 'characters'}`
  return { result: `(${chars}, not shown)`, resultIs: 'size' }
}

const unique = (patterns: readonly PatternDraft[], drop: () => void): PatternDraft[] => {
  const seen = new Set<string>()
  return patterns.filter(({ id, tool, arguments: args }) => {
    const key = `${id} ${tool} ${canonicalJson(args)}`
    if (seen.has(key)) drop()
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

const markersOf = (given: readonly string[], drop: (reason: string) => void): TemplateDraft['contextMarkers'] => {
  const markers: TemplateDraft['contextMarkers'] = []
  for (const value of new Set(given)) {
    const kind = markerKind(value)
    if (kind === undefined || markers.length >= MOST_MARKERS) drop('marker that is no path or address')
    else markers.push({ kind, value, count: given.filter((each) => each === value).length })
  }
  return markers
}

const LONGEST_MARKER_CHARS = 300

const markerKind = (value: string): 'path' | 'url' | undefined => {
  if (value.length > LONGEST_MARKER_CHARS || /\s/.test(value)) return undefined
  if (/^https?:\/\//.test(value)) return 'url'
  return /[/\\]|\.\w{1,8}$/.test(value) ? 'path' : undefined
}

const draftOf = (
  old: OldTemplate,
  patterns: PatternDraft[],
  contextMarkers: TemplateDraft['contextMarkers'],
): TemplateDraft => {
  const addendum = old.addendum.slice(0, LONGEST_ADDENDUM_CHARS).toWellFormed().trim()
  const base = draftGiven({ name: '', patterns, addendum, taskType: taskTypeOf(old.taskType) }, '')
  return {
    ...base,
    how: 'import',
    madeBy: 'first generation',
    sourceSessions: old.sessions.slice(0, MOST_SESSIONS).map((id) => oneLine(id, LONGEST_NAME_CHARS)),
    contextMarkers,
    userPatterns: userPatternsOf(old.user),
    tokens: patterns.reduce((sum, { tokens }) => sum + tokens, estimateTokens(addendum)),
    metrics: {
      ...base.metrics,
      sessionsScanned: old.scanned ?? 0,
      sessionsQualified: old.qualified ?? 0,
      ...(old.uses === undefined ? {} : { usesBefore: old.uses }),
      reason: NOT_BELIEVED,
    },
  }
}

const REQUEST_STYLES: readonly string[] = [
  'command_driven',
  'conversational',
  'terse',
  'detailed',
  'balanced',
  'direct',
]
const FEEDBACK_STYLES: readonly string[] = ['terse', 'detailed', 'corrections_only']
const MOST_NAMES = 5

const userPatternsOf = (user: OldTemplate['user']): TemplateDraft['userPatterns'] => {
  if (user === undefined) return null
  const names = (value: unknown): string[] =>
    (Array.isArray(value) ? value : [])
      .filter((each): each is string => typeof each === 'string')
      .map((each) => oneLine(each, LONGEST_TAG_CHARS))
      .filter((each) => each !== '')
      .slice(0, MOST_NAMES)
  const oneOf = (value: unknown, known: readonly string[]): string | null =>
    typeof value === 'string' && known.includes(value) ? value : null
  return {
    messageCount: 0,
    meanLength: null,
    questionShare: null,
    commandShare: null,
    reason: 'the old file does not say how many messages were counted',
    style: null,
    requestStyle: oneOf(user['request_style'], REQUEST_STYLES),
    feedbackStyle: oneOf(user['feedback_style'], FEEDBACK_STYLES),
    preferredTools: names(user['preferred_tools']),
    domains: names(user['common_domains']),
  } as TemplateDraft['userPatterns']
}
