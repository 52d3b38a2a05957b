import * as v from 'valibot'
import { ContextMarker } from '../schema/listing/session-profile.ts'
import { Convention, Pattern, Recovery, Template } from '../schema/listing/template.ts'
import { Count, Positive } from '../schema/listing/words.ts'
import { PATTERN_CONTENT, RECOVERY_CONTENT, STEP_CONTENT } from './canonical.ts'

/*
 * The two halves of a stored version: its content, for which the hash stands, and what is known about that. Both are made of the
 * documented shapes of src/schema/listing/template.ts.
 */

const { entries: fields } = Template
const Workflow = fields.workflows.item
const Step = Workflow.entries.steps.item

/** A stored piece names the calls it comes from; their files and lines are looked up when it is shown. */
const evidence = v.array(v.object({ call: v.string(), session: v.string() }))

const WorkflowContent = v.object({ intent: v.string(), steps: v.array(v.pick(Step, STEP_CONTENT)) })

/** What the hash of a template stands for. */
export const StoredContent = v.object({
  format: Positive,
  patterns: v.array(v.pick(Pattern, PATTERN_CONTENT)),
  workflows: v.array(WorkflowContent),
  recoveries: v.array(v.pick(Recovery, RECOVERY_CONTENT)),
  conventions: v.array(v.string()),
  markers: v.array(v.pick(ContextMarker, ['kind', 'value'])),
  addendum: v.string(),
})

const PatternAbout = v.object({ ...v.omit(Pattern, PATTERN_CONTENT).entries, evidence })
const WorkflowAbout = v.object({
  ...v.omit(Workflow, ['intent']).entries,
  steps: v.array(v.omit(Step, STEP_CONTENT)),
  evidence,
})
const RecoveryAbout = v.object({ ...v.omit(Recovery, RECOVERY_CONTENT).entries, evidence })
const ConventionAbout = v.pick(Convention, ['kind', 'count', 'evidence'])

/** What may change without making another version: see `about.ts`. */
export const StoredAbout = v.object({
  ...v.pick(v.object(fields), [
    'scope',
    'taskType',
    'sourceSessions',
    'userPatterns',
    'toolRates',
    'redactions',
    'leftOut',
    'tokens',
    'metrics',
    'pinned',
  ]).entries,
  patterns: v.array(PatternAbout),
  workflows: v.array(WorkflowAbout),
  recoveries: v.array(RecoveryAbout),
  conventions: v.array(v.object({ at: Count, ...ConventionAbout.entries })),
  markers: v.array(v.object({ at: Count, count: Count })),
  /** Written only where it is true: see `about.ts`. */
  systemAddendum: v.optional(v.literal(true)),
})

export const Tags = fields.tags

/** Pieces as a draft holds them: what they teach together with what is known about them. */
export const PatternDraft = v.object({ ...v.pick(Pattern, PATTERN_CONTENT).entries, ...PatternAbout.entries })
export const WorkflowDraft = v.object({
  ...v.pick(Workflow, ['intent', 'steps']).entries,
  ...Workflow.entries,
  evidence,
})
export const RecoveryDraft = v.object({ ...v.pick(Recovery, RECOVERY_CONTENT).entries, ...RecoveryAbout.entries })
export const ConventionDraft = v.object({ text: v.string(), ...ConventionAbout.entries })
