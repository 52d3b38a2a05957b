import type { Lesson } from '../schema/lesson.ts'

/** What the words of a lesson are made of. */
export type Said = Pick<Lesson, 'kind' | 'trigger' | 'remedy' | 'support'>

/** A word of the shell or the disk, marked as such. */
export const code = (text: string): string => `\`${text}\``

/** The longest sentence of one lesson. */
export const MOST_TOKENS = 40
