import type { Lesson } from '../schema/lesson.ts'

/** The parts of a lesson that its sentence is made from. */
export type Said = Pick<Lesson, 'kind' | 'trigger' | 'remedy' | 'support'>

/** Marks a command, a path or a name as code. */
export const asCode = (text: string): string => `\`${text}\``

/** The most tokens that the sentence of one lesson may have. */
export const MOST_TOKENS = 40
