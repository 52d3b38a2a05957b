import { hash as digest } from 'node:crypto'
import { isRecord } from '../lib/json.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { pick } from './fields.ts'

/** Raised when content is written another way; content of a higher number is refused, not guessed at. */
export const CONTENT_FORMAT = 1

export const PATTERN_CONTENT = ['tool', 'arguments', 'intent', 'result', 'type'] as const
export const STEP_CONTENT = ['tool', 'arguments', 'result'] as const
export const RECOVERY_CONTENT = ['signature', 'tool', 'failed', 'workedTool', 'worked', 'strategy'] as const

/**
 * What a seed teaches, without support, metrics, dates or name. The order of patterns, workflows and recoveries belongs to it,
 * because a small dose takes the first ones; conventions and markers are sets.
 */
export const contentOf = (draft: TemplateDraft) => ({
  format: CONTENT_FORMAT,
  patterns: draft.patterns.map((pattern) => pick(pattern, PATTERN_CONTENT)),
  workflows: draft.workflows.map(({ intent, steps }) => ({
    intent,
    steps: steps.map((step) => pick(step, STEP_CONTENT)),
  })),
  recoveries: draft.recoveries.map((recovery) => pick(recovery, RECOVERY_CONTENT)),
  conventions: inOrder(draft.conventions, ({ text }) => text).map(({ item }) => item.text),
  markers: inOrder(draft.contextMarkers, markerKey).map(({ item }) => ({ kind: item.kind, value: item.value })),
  addendum: draft.addendum,
})

/** What the hash of a template stands for. */
export type Content = ReturnType<typeof contentOf>

export const markerKey = ({ kind, value }: { kind: string; value: string }): string => `${kind} ${value}`

/** The items of a set in the order of content, each with its place in the given list. */
export const inOrder = <Item>(items: readonly Item[], keyOf: (item: Item) => string): { item: Item; from: number }[] =>
  items
    .map((item, from) => ({ item, from, key: keyOf(item) }))
    .toSorted((a, b) => (a.key === b.key ? a.from - b.from : a.key < b.key ? -1 : 1))

/**
 * One text for equal values: keys sorted by code unit, no blanks, numbers as JavaScript writes them (RFC 8785). Text is left as
 * it is, because commands that differ in composition are different commands.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each)).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`)
  return `{${fields.join(',')}}`
}

/** sha256 of a canonical text, in hex. */
export const hashOfText = (text: string): string => digest('sha256', text, 'hex')
