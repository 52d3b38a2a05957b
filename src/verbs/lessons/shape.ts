import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { type Lesson, LESSON_KINDS } from '../../schema/lesson.ts'
import { Count, Finite, Time } from '../../schema/listing/words.ts'
import { LessonEffect } from '../../schema/pack.ts'

type Words<Word extends string> = { [Each in Word]: Each }

const Kind = v.picklist(LESSON_KINDS)

const State = v.enum({
  candidate: 'candidate',
  active: 'active',
  written: 'written',
  stale: 'stale',
  refused: 'refused',
} satisfies Words<Lesson['state']>)

export const LessonListing = describedObject(
  'One lesson: what goes wrong in a repository again and again, and what to do.',
  {
    id: described(v.string(), 'a hash of repository, kind and trigger'),
    kind: Kind,
    text: described(v.string(), 'one sentence'),
    trigger: describedObject('the mistake that the lesson prevents', {
      code: described(v.string(), 'the rule, error code or kind of absence'),
      program: described(v.string(), 'who complains; empty where any program may'),
      subject: described(v.string(), 'the path, flag, module or command; empty where the code says all'),
    }),
    remedy: described(
      v.nullable(
        v.object({
          kind: v.picklist(['path', 'command', 'advice']),
          text: v.string(),
          sessions: described(Count, 'independent sessions that found it; 0 for advice'),
        }),
      ),
      'what worked instead',
    ),
    support: v.object({
      sessions: described(Count, 'independent sessions that made the mistake'),
      of: described(Count, 'independent sessions that could have'),
      lastAt: v.nullable(Time),
      times: described(Count, 'calls that made it'),
      runs: described(v.nullable(Count), 'for masked: all runs of that form'),
      calls: described(Count, 'calls spent on it, the failed ones included'),
    }),
    evidence: v.object({
      failed: described(v.array(v.string()), 'calls that made it, one per independent session, newest first'),
      worked: described(v.array(v.string()), 'calls that then worked'),
      said: described(v.array(v.object({ session: v.string(), line: Count })), 'for a rule: where a person said it'),
    }),
    scope: v.object({
      repository: described(v.nullable(v.string()), 'null: every repository of the machine and agent'),
      owner: v.nullable(v.string()),
      agent: v.nullable(v.string()),
      machine: v.nullable(v.string()),
    }),
    checked: v.object({
      at: v.nullable(Time),
      holds: described(v.nullable(v.boolean()), 'null: cannot be checked'),
      how: v.string(),
    }),
    told: described(
      v.nullable(
        v.object({
          file: v.string(),
          line: Count,
          since: described(Count, 'independent sessions that made the mistake after the last change of the file'),
          of: described(Count, 'independent sessions after the last change of the file'),
        }),
      ),
      "where the project's own instruction files say it",
    ),
    state: State,
    value: described(Finite, 'lower bound of the calls that it saves in a session, per token'),
    tokens: Count,
    origin: described(
      v.nullable(
        v.object({
          sender: v.string(),
          pack: described(v.string(), 'sha256 of the pack'),
          effect: described(v.nullable(LessonEffect), 'what the sender says that it measured'),
        }),
      ),
      'who sent it, for a lesson of a pack: it is told after a yes to its own line only; null: sessions here taught it',
    ),
  },
)
export type LessonListing = v.InferOutput<typeof LessonListing>
