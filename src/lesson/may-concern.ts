import type { Lesson } from '../schema/lesson.ts'

/**
 * Whether a call could have made the mistake of a lesson: a look at its words alone, which spares most calls the loading of all rules.
 * What a mistake is about stands in the call or in its output.
 */
export const mayConcern = (words: string, { trigger }: Pick<Lesson, 'trigger'>): boolean => {
  const { code, program, subject } = trigger
  const name = subject.split('/').findLast((segment) => segment !== '')
  if (name !== undefined) return words.includes(name)
  return words.includes(code) || program.split(' ').some((word) => words.includes(word))
}
