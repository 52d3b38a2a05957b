import { failed, ok, undecided, type Finding } from './finding.ts'
import { readJsonResult } from './envelope.ts'
import type { Subject } from './subject.ts'

/** Outcome fields beside the text, or inside a result that is itself a JSON object. */
export const judgeField = (subject: Subject): Finding | undefined => {
  const beside = subject.fields === undefined ? undefined : judgeRecord(subject.fields, subject)
  if (beside !== undefined) return beside
  if (subject.result === undefined || !answersInJson(subject)) return undefined
  // An object that tells nothing is of interest only where its being one says something.
  const record = readJsonResult(subject.result, JSON_ONLY.has(subject.family) ? undefined : TELLING_FIELD)
  if (record === undefined) return undefined
  const inside = judgeRecord(record, subject)
  if (inside !== undefined) return inside
  // Hermes' tools answer `{"bytes_written": 12}` or `{"error": "..."}`: an object without an error is an answer.
  return JSON_ONLY.has(subject.family) && Object.keys(record).length > 0
    ? ok('json-without-error', Object.keys(record)[0])
    : undefined
}

const JSON_ONLY = new Set(['edit', 'agent', 'plan', 'ask', 'process'])

/** A shell prints what its programs print, and a file reader what is in the file: JSON there is content. */
const answersInJson = (subject: Subject): boolean => {
  if (subject.family === 'shell') return false
  return subject.family !== 'read' || !/\.(?:jsonl?|ndjson|json5?|map|ipynb|lock)"?\}?$/.test(pathOf(subject.args))
}

const pathOf = (args: unknown): string => {
  if (typeof args !== 'object' || args === null) return ''
  const record: Record<string, unknown> = { ...args }
  const path = record['path'] ?? record['file_path'] ?? record['filePath']
  return typeof path === 'string' ? path.toLowerCase() : ''
}

const judgeRecord = (record: Readonly<Record<string, unknown>>, subject: Subject): Finding | undefined => {
  for (const name of ['is_error', 'isError']) {
    if (record[name] === true) return failed('field-is-error', `${name}: true`)
  }
  for (const name of ['success', 'ok']) {
    if (record[name] !== false) continue
    const why = record['error'] ?? record['message'] ?? record['reason']
    return failed('field-success-false', sentence(`${name}: false`, why))
  }
  const error = record['error']
  if (isComplaint(error)) return failed('field-error', sentence('error', error))
  const given = record['status']
  const status = typeof given === 'string' ? given.toLowerCase() : typeof given === 'number' ? String(given) : ''
  if (BAD_STATUS.has(status) || isRefusal(status, record))
    return failed('field-status', sentence(`status: ${status}`, record['message']))
  if (OPEN_STATUS.has(status) && subject.family === 'shell') return undecided('still-running', `status: ${status}`)
  if (record['success'] === true || record['ok'] === true || record['is_error'] === false)
    return ok('field-success', 'success')
  if (GOOD_STATUS.has(status)) return ok('field-status-ok', `status: ${status}`)
  return undefined
}

/** What services answer instead of what was asked for: a status of HTTP and a sentence on it, and little else. */
const isRefusal = (status: string, record: Readonly<Record<string, unknown>>): boolean =>
  /^[45]\d\d$/.test(status) && typeof record['message'] === 'string' && Object.keys(record).length <= REFUSAL_FIELDS

const REFUSAL_FIELDS = 6

const isComplaint = (value: unknown): boolean => {
  if (typeof value === 'string') return value.trim() !== '' && !/^\(?none\)?$/i.test(value.trim())
  return value === true || (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
}

const BAD_STATUS = new Set([
  'error',
  'failed',
  'failure',
  'not_found',
  'denied',
  'blocked',
  'rejected',
  'forbidden',
  'invalid',
  'fail',
])
const GOOD_STATUS = new Set(['ok', 'success', 'completed', 'succeeded', 'done', 'accepted'])
const OPEN_STATUS = new Set(['running', 'pending', 'in_progress', 'approval-pending'])

const sentence = (name: string, detail: unknown): string => {
  if (typeof detail === 'string') return `${name}: ${detail.slice(0, 200)}`
  return name
}

/** A text of an object must match this before `judgeRecord` can judge it: it holds a known field or a known status. */
const TELLING_FIELD = new RegExp(
  `"(?:is_error|isError|success|ok|error)"|"status"\\s{0,4}:\\s{0,4}(?:"(?:${[...BAD_STATUS, ...GOOD_STATUS].join('|')})"|"?[45]\\d\\d\\b)`,
  'i',
)
