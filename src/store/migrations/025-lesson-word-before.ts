import type { Engine } from '../connection.ts'

/** The word that a lesson had before it was written into an instruction file, so that taking it out gives that word back. */
export const lessonWordBeforeMigration = ({ textType: text }: Engine): string[] => [
  `alter table lesson_word add column before_word ${text}`,
]
