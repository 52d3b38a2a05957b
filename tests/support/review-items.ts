import type { ReviewItem } from '../../src/verbs/lessons/review-machine.ts'
import { toListing } from '../../src/verbs/lessons/operation.ts'
import type { Lesson } from '../../src/schema/lesson.ts'
import { lessonOn } from './lesson-fixture.ts'

const CALL = {
  call: '0123456789abcdef',
  session: '5e551000-0000-4000-8000-000000000001',
  agent: 'some-agent',
  at: '2026-03-01T10:00:00.000Z',
  tool: 'Bash',
  subject: 'cat src/cart.ts',
  outcome: 'error' as const,
  cause: 'agent' as const,
  masked: false,
  rule: 'exit',
  excerpt: 'cat: src/cart.ts: No such file or directory',
  file: '/home/sam/.agent/sessions/2026/03/01/5e551000-0000-4000-8000-000000000001.jsonl',
  line: 120,
  resultLine: 121,
  fileState: 'ok' as const,
}

/** A lesson as a review shows it, with three calls that made the mistake and one that worked. */
export const reviewItem = (
  subject: string,
  changes: Partial<Lesson> = {},
  more: Partial<ReviewItem> = {},
): ReviewItem => ({
  lesson: toListing(lessonOn(subject, changes)),
  mistakes: [CALL, CALL, { ...CALL, excerpt: null, at: null }],
  remedies: [{ ...CALL, outcome: 'ok', excerpt: '1 line' }],
  said: [],
  proof: null,
  cannotWrite: null,
  ...more,
})
