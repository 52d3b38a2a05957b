import { AppError } from '../lib/error.ts'
import { isRecord } from '../lib/json.ts'
import { type Check, fields, listOf, nullable, optional, record, text, words } from './check.ts'
import type { GivenTemplate } from './hand-made.ts'
import {
  CONVENTION_DRAFT,
  PATTERN_DRAFT,
  PATTERN_TYPE,
  RECOVERY_DRAFT,
  TAGS,
  taskType,
  WORKFLOW_DRAFT,
} from './stored-shape.ts'

/** Refuses what is no template, in a sentence that names the field: a program in JavaScript has no compiler to tell it. */
export const checkGiven = (given: GivenTemplate): void => {
  const problem = GIVEN(given)
  if (problem === undefined) return
  throw new AppError('usage', `not a template: ${problem.startsWith('.') ? problem.slice(1) : `it${problem}`}`, {
    hint: 'a pattern needs tool, arguments, intent and result; docs/library.md has an example',
  })
}

const GIVEN_PATTERN = fields({
  tool: words,
  arguments: record,
  intent: words,
  result: text,
  type: optional(PATTERN_TYPE),
})

/** A mined pattern has an id and all other fields; a pattern given by hand needs fewer. */
const pattern: Check = (value) => (isRecord(value) && 'id' in value ? PATTERN_DRAFT : GIVEN_PATTERN)(value)

const GIVEN = fields({
  name: text,
  description: optional(text),
  tags: optional(TAGS),
  taskType: optional(nullable(taskType)),
  patterns: optional(listOf(pattern)),
  workflows: optional(listOf(WORKFLOW_DRAFT)),
  recoveries: optional(listOf(RECOVERY_DRAFT)),
  conventions: optional(listOf(CONVENTION_DRAFT)),
  addendum: optional(text),
})
