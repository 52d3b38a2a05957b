import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError, messageOf } from '../../lib/error.ts'
import { parseJson } from '../../lib/json.ts'
import type { FinishedRun, RunPlace } from './finished-run.ts'
import { RUN_FORMATS } from './registry.ts'

/** A finished run from a file or directory, in any known format. Throws where the format is unknown, and lists the known ones. */
export const readRun = (path: string): FinishedRun & { format: string } => {
  const place = placeOf(path)
  const format = RUN_FORMATS.find((each) => each.accepts(place))
  if (format === undefined)
    throw new AppError(
      'unknown-run',
      `${path} ${isSpoilt(place) ? 'is no JSON' : 'is no finished run that is known'}`,
      {
        hint: `these are read: ${RUN_FORMATS.map(({ title }) => title).join('; ')}`,
      },
    )
  const run = format.read(place)
  if (!run.rows.some(({ trial }) => trial.end !== 'invalid'))
    throw new AppError('nothing-to-compare', `${path} holds no trial with an outcome${why(run)}`, {
      hint: 'a run must have ended, and its trials must have been graded',
    })
  const strange = run.rows.find(({ trial: { score } }) => score !== null && !(score >= 0 && score <= 1))
  if (strange !== undefined)
    throw new AppError(
      'unreadable-run',
      `${path}: the score ${strange.trial.score} of ${strange.trial.task} is no share`,
      {
        hint: 'success is a share from 0 to 1: scale the scores, for instance into a file of trials, one JSON object a line',
      },
    )
  return { ...run, format: format.name }
}

const isSpoilt = ({ isDirectory, path, json }: RunPlace): boolean =>
  !isDirectory && path.endsWith('.json') && json() === undefined

const why = ({ rows, issues }: FinishedRun): string => {
  const [reason] = rows.flatMap(({ trial }) => trial.reason ?? [])
  const said = reason === undefined ? issues[0] : `${rows.length} trials are invalid, the first one: ${reason}`
  return said === undefined ? '' : ` (${said})`
}

/** A larger file is no list of results. */
const MOST_BYTES = 2 * 1024 ** 3

const placeOf = (path: string): RunPlace => {
  const whole = resolve(path)
  const found = statSync(whole, { throwIfNoEntry: false })
  if (found === undefined) throw new AppError('no-such-path', `there is no file or directory ${path}`)
  if (found.size > MOST_BYTES) throw new AppError('unreadable-run', `${path} is larger than 2 GB`)
  const bytes = once(() => {
    try {
      return readFileSync(whole)
    } catch (error) {
      throw new AppError('unreadable-run', `${path} cannot be read: ${messageOf(error)}`, { cause: error })
    }
  })
  const json = once(() => (found.isFile() && whole.endsWith('.json') ? parseJson(bytes().toString('utf8')) : undefined))
  return { path: whole, isDirectory: found.isDirectory(), bytes, json }
}

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
