import { z } from 'zod'
import type { Lesson } from '../../schema/lesson.ts'
import { Count, Time } from '../../schema/listing/words.ts'
import { LessonEffect } from '../../schema/pack.ts'

type Words<Word extends string> = { [Each in Word]: Each }

const Kind = z.enum({
  missing: 'missing',
  'too-large': 'too-large',
  check: 'check',
  command: 'command',
  masked: 'masked',
  environment: 'environment',
  rule: 'rule',
  place: 'place',
} satisfies Words<Lesson['kind']>)

const State = z.enum({
  candidate: 'candidate',
  active: 'active',
  written: 'written',
  stale: 'stale',
  refused: 'refused',
} satisfies Words<Lesson['state']>)

export const LessonListing = z
  .object({
    id: z.string().describe('a hash of repository, kind and trigger'),
    kind: Kind,
    text: z.string().describe('one sentence'),
    trigger: z
      .object({
        code: z.string().describe('the rule, error code or kind of absence'),
        program: z.string().describe('who complains; empty where any program may'),
        subject: z.string().describe('the path, flag, module or command; empty where the code says all'),
      })
      .describe('the mistake that the lesson prevents'),
    remedy: z
      .object({
        kind: z.enum(['path', 'command', 'advice']),
        text: z.string(),
        sessions: Count.describe('independent sessions that found it; 0 for advice'),
      })
      .nullable()
      .describe('what worked instead'),
    support: z.object({
      sessions: Count.describe('independent sessions that made the mistake'),
      of: Count.describe('independent sessions that could have'),
      lastAt: Time.nullable(),
      times: Count.describe('calls that made it'),
      runs: Count.nullable().describe('for masked: all runs of that form'),
      calls: Count.describe('calls spent on it, the failed ones included'),
    }),
    evidence: z.object({
      failed: z.array(z.string()).describe('calls that made it, one per independent session, newest first'),
      worked: z.array(z.string()).describe('calls that then worked'),
      said: z.array(z.object({ session: z.string(), line: Count })).describe('for a rule: where a person said it'),
    }),
    scope: z.object({
      repository: z.string().nullable().describe('null: every repository of the machine and agent'),
      owner: z.string().nullable(),
      agent: z.string().nullable(),
      machine: z.string().nullable(),
    }),
    checked: z.object({
      at: Time.nullable(),
      holds: z.boolean().nullable().describe('null: cannot be checked'),
      how: z.string(),
    }),
    told: z
      .object({
        file: z.string(),
        line: Count,
        since: Count.describe('independent sessions that made the mistake after the last change of the file'),
        of: Count.describe('independent sessions after the last change of the file'),
      })
      .nullable()
      .describe("where the project's own instruction files say it"),
    state: State,
    value: z.number().describe('lower bound of the calls that it saves in a session, per token'),
    tokens: Count,
    origin: z
      .object({
        sender: z.string(),
        pack: z.string().describe('sha256 of the pack'),
        effect: LessonEffect.nullable().describe('what the sender says that it measured'),
      })
      .nullable()
      .describe(
        'who sent it, for a lesson of a pack: it is told after a yes to its own line only; null: sessions here taught it',
      ),
  })
  .describe('One lesson: what goes wrong in a repository again and again, and what to do.')
export type LessonListing = z.infer<typeof LessonListing>
