import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { UNOWNED } from '../../schema/owner.ts'
import type { Connection } from '../../store/connection.ts'
import { type MineFilter, minedOwners } from '../../store/derived/harvest.ts'

/** Owners of other sessions that fit a build, and how to use them. Only for the operator, because it names people. */
export interface OtherOwners {
  words: string
  hint: string
}

/** Undefined if the build names no platform or source, or if all sessions there belong to the owner. */
export const otherOwners = async (
  app: Pick<App, 'owner'>,
  store: Connection,
  { owner = app.owner, ...filter }: Omit<MineFilter, 'owner' | 'ids'> & { owner?: string | undefined },
): Promise<OtherOwners | undefined> => {
  const { source, platform, project, model, since, until } = filter
  const place = platform ?? source
  if (place === undefined) return undefined
  const found = await minedOwners(store, { source, platform, project, model, since, until })
  const others = found.filter((each) => each.owner !== owner)
  if (others.length === 0) return undefined
  const named = [...found]
    .slice(0, MOST_NAMED)
    .map((each) => `${nameOf(each.owner, app.owner)}: ${each.sessions}`)
    .join(', ')
  const more = found.length > MOST_NAMED ? `, and ${found.length - MOST_NAMED} more owners` : ''
  return {
    words: `sessions that fit ${place}, by owner: ${named}${more}; only those of ${owner} are used`,
    hint: hintFor(others, { me: app.owner, platform }),
  }
}

/** Adds the owners of other sessions to the error of a build that found nothing. */
export const withOwners = (error: unknown, others: OtherOwners | undefined): unknown =>
  error instanceof AppError && error.code === 'nothing-found' && others !== undefined
    ? new AppError(error.code, `${error.message}; ${others.words}`, { hint: others.hint, cause: error })
    : error

const MOST_NAMED = 8

const nameOf = (owner: string, me: string): string => {
  if (owner === UNOWNED) return 'no owner'
  return owner === me ? `${owner} (you)` : owner
}

const hintFor = (
  others: readonly { owner: string }[],
  { me, platform }: { me: string; platform: string | undefined },
): string => {
  const person = others.find(({ owner }) => owner !== UNOWNED && owner !== me)?.owner
  const parts = []
  if (person !== undefined)
    parts.push(
      `--owner ${person} builds for them; if ${person} is you, \`warmstart owner claim --owner ${person}\` makes their sessions yours`,
    )
  if (others.some(({ owner }) => owner === UNOWNED)) {
    const which = platform === undefined ? '--all' : `--platform ${platform}`
    parts.push(`\`warmstart owner claim ${which}\` claims the sessions without an owner, if you wrote them`)
  }
  return parts.join('; ') || '--owner names another owner'
}
