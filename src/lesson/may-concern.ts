import { INVALID_ARGUMENT } from '../complaint/complaint.ts'
import type { Lesson } from '../schema/lesson.ts'

/**
 * Whether a call could have made the mistake of a lesson. Looks only at words, because the subject of a mistake stands
 * in the call or in its output. This saves loading all rules for most calls.
 */
export const mayConcern = (words: string, { trigger }: Pick<Lesson, 'trigger'>): boolean => {
  const { code, program, subject } = trigger
  const name = code === INVALID_ARGUMENT ? undefined : subject.split('/').findLast((segment) => segment !== '')
  if (name !== undefined) return words.includes(name)
  return words.includes(code) || program.split(' ').some((word) => words.includes(word))
}
