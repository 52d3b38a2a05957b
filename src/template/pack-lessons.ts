import * as v from 'valibot'
import { problemIn } from '../lib/problem-in.ts'
import { PackLessons } from '../schema/pack.ts'
import { canonicalJson } from './canonical.ts'
import { isCertificateWhole } from './certificate.ts'

/** A pack with more lessons than this would not be read through by its user. */
const MOST_LESSONS = 500

/** What is wrong with the lessons of a pack, if anything is. Whether they may be said is another question: `lesson/packed.ts` asks it. */
export const lessonsProblem = (lessons: PackLessons): string | undefined => {
  const problem = problemIn(PackLessons, lessons)
  if (problem !== undefined) return `its lessons cannot be used: ${problem.replace(/^\./, 'their ')}`
  if (lessons.lessons.length === 0) return 'there is no lesson in it'
  if (lessons.lessons.length > MOST_LESSONS) return `it holds more than ${MOST_LESSONS} lessons`
  // Parsing leaves out what the shape does not have.
  if (canonicalJson(v.parse(PackLessons, lessons)) !== canonicalJson(lessons))
    return 'a lesson in it has a field that packs do not have'
  if (lessons.certificate !== undefined && !isCertificateWhole(lessons.certificate))
    return 'the certificate of its lessons is not what its hash stands for'
  return undefined
}
