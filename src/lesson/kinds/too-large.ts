import { TOO_LARGE } from '../../complaint/complaint.ts'
import { type Conversation, hasWorked, type LessonCall, type LessonSession } from '../facts.ts'
import { isPassing, repositoryPath } from '../repository-path.ts'
import type { Mistake, Sighting } from '../sighting.ts'
import { isSayable } from '../words.ts'

/** Files of the repository that a call could not read whole. */
export const tooLargeMistakes = (call: LessonCall, session: LessonSession): Mistake[] =>
  call.complaints.flatMap(({ code, subject }): Mistake[] => {
    const named = subject === '' ? call.paths[0] : subject
    if (code !== TOO_LARGE || named === undefined) return []
    const place = repositoryPath(named, session, call.cwd)
    if (place?.inside !== true || isPassing(place.path) || !isSayable(place.path)) return []
    return [{ kind: 'too-large', trigger: { code: TOO_LARGE, program: '', subject: place.path } }]
  })

/** Whether a later call read the whole file. Then the file has become smaller, or the agent's limit larger. */
export const wasReadWhole = (sightings: readonly Sighting[], conversations: readonly Conversation[]): boolean => {
  const subject = sightings[0]?.trigger.subject
  const last = sightings.reduce((latest, { call }) => Math.max(latest, call.at ?? 0), 0)
  return conversations.some(({ session, calls }) =>
    calls.some((call) => {
      if (!hasWorked(call) || !call.isWhole || call.family !== 'read' || (call.at ?? 0) < last) return false
      const place = repositoryPath(call.paths[0] ?? '', session, call.cwd)
      return place?.inside === true && place.path === subject
    }),
  )
}
