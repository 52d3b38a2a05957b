import { commandText } from '../../shell/command-text.ts'
import { readShell } from '../../shell/script.ts'
import { EVERYTHING } from '../../profile/foreign-paths.ts'
import { readForeign } from '../../profile/harvest-row.ts'
import { isShell } from '../../profile/shape.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import type { ForeignRow } from '../../store/derived/harvest.ts'
import { type ForeignFiles, foreignFiles } from '../../trust/words/foreign-files.ts'
import { fullPath, placeOf, type Place } from '../../trust/place.ts'

/** The files that sessions brought from elsewhere, with absolute paths. */
export const foreignIn = (rows: readonly ForeignRow[]): ForeignFiles =>
  foreignFiles(
    rows.map((row) => {
      const place: Place = { project: row.project ?? undefined, cwd: row.cwd ?? undefined }
      const whole = (path: string): string => (path === EVERYTHING ? path : (fullPath(path, place) ?? path))
      return {
        session: row.id,
        root: row.project ?? row.cwd ?? '',
        paths: readForeign(row.foreign_paths).map(({ to, from }) => ({
          to: whole(to),
          ...(from === undefined ? {} : { from: whole(from) }),
        })),
      }
    }),
  )

/** Whether a call reads, changes or runs something that came from elsewhere. */
export const touchesForeign = (call: MinedCall, foreign: ForeignFiles): boolean => {
  if (foreign.holdsAllOf(call.sessionId)) return true
  const place = placeOf(call)
  const isForeign = (path: string, here: Place): boolean => {
    const full = path.length > LONGEST_CHARS ? undefined : fullPath(path, here)
    return full !== undefined && foreign.holds(full)
  }
  if (place.at !== undefined && foreign.holds(place.at)) return true
  if (!isShell(call)) return textsIn(call).some((text) => isForeign(text, place))
  let here = place
  for (const { program, words, files } of readShell(commandText(call.args) ?? call.subject).commands) {
    if ([program, ...words, ...files].some((word) => isForeign(word, here))) return true
    const [target] = words
    if (program === 'cd' && target !== undefined) here = { ...place, at: fullPath(target, here) }
  }
  return false
}

const LONGEST_CHARS = 400

const textsIn = ({ args, subject }: MinedCall): string[] =>
  Object.values(args ?? { subject }).filter((value): value is string => typeof value === 'string')
