import { toPlainLine, renderRemark, type Screen, renderSection } from '../../interfaces/cli/section.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import type { LessonEffect } from '../../schema/pack.ts'
import { certificateText } from './show.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import type { LessonsExported } from './lessons-operation.ts'

/** Prints what went into a pack of lessons, what stayed, and what is known of its effect. */
export const lessonsExportedLines = (exported: LessonsExported, screen: Screen): string[] => {
  const { lessons, stayed, path, bytes, key, project } = exported
  return [
    ...wrap(`${counted(lessons.length, 'lesson')} of ${toPlainLine(project)}:`, screen.width),
    ...lessons.flatMap(({ text }) => wrap(`- ${toPlainLine(text)}`, screen.width)),
    ...renderSection(
      'Stayed here',
      wrap(
        `${counted(stayed.inUse, 'lesson')} in use (rules, lessons of the machine or of others), ${grouped(stayed.notInUse)} not in use`,
        screen.width,
      ),
      screen,
    ),
    ...renderSection('Measured effect', wrap(lessonEffectText(exported.effect), screen.width), screen),
    ...renderSection(
      'Certificate of an experiment',
      exported.certificate === null ? [] : wrap(certificateText(exported), screen.width),
      screen,
    ),
    '',
    ...(path === null ? [] : [path]),
    ...renderRemark(
      `${counted(bytes, 'byte')}, ${key === null ? 'not signed' : `signed by ${key.fingerprint}`}`,
      screen,
    ),
  ]
}

/** The effect of lessons by a ledger, in one sentence. */
export const lessonEffectText = (effect: LessonEffect | null): string => {
  if (effect === null) return 'not measured'
  const { given, withheld, verdict, prevented } = effect
  const share = prevented?.estimate ?? null
  const percent = share === null ? '' : `, ${Math.round(100 * share)} % prevented`
  return `given: ${grouped(given.repeated)} of ${counted(given.sessions, 'session')} made the mistake; withheld: ${grouped(withheld.repeated)} of ${grouped(withheld.sessions)}${percent}: ${verdict}`
}
