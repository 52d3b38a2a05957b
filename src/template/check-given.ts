import * as v from 'valibot'
import { AppError } from '../lib/error.ts'
import { isRecord } from '../lib/json.ts'
import { problemIn } from '../lib/problem-in.ts'
import { Pattern, Template } from '../schema/listing/template.ts'
import type { GivenTemplate } from './hand-made.ts'
import { ConventionDraft, PatternDraft, RecoveryDraft, Tags, WorkflowDraft } from './stored-shape.ts'

/** Refuses what is no template, in a sentence that names the field: a program in JavaScript has no compiler to tell it. */
export const checkGiven = (given: GivenTemplate): void => {
  const problem = problemIn(Given, given)
  if (problem === undefined) return
  throw new AppError('usage', `not a template: ${problem.startsWith('.') ? problem.slice(1) : `it${problem}`}`, {
    hint: 'a pattern needs tool, arguments, intent and result; docs/library.md has an example',
  })
}

const Words = v.pipe(
  v.string('a text with words in it'),
  v.check((text) => text.trim() !== '', 'a text with words in it'),
)

const GivenPattern = v.object({
  tool: Words,
  arguments: Pattern.entries.arguments,
  intent: Words,
  result: v.string(),
  type: v.optional(Pattern.entries.type),
})

/** A mined pattern has an id and all other fields; a pattern given by hand needs fewer. */
const AnyPattern = v.lazy((value) => (isRecord(value) && 'id' in value ? PatternDraft : GivenPattern))

const Given = v.object({
  name: v.string(),
  description: v.optional(v.string()),
  tags: v.optional(Tags),
  taskType: v.optional(Template.entries.taskType),
  patterns: v.optional(v.array(AnyPattern)),
  workflows: v.optional(v.array(WorkflowDraft)),
  recoveries: v.optional(v.array(RecoveryDraft)),
  conventions: v.optional(v.array(ConventionDraft)),
  addendum: v.optional(v.string()),
})
