import { AppError } from '../../lib/error.ts'
import { type CallDetail, callIdsByPrefix, findCall } from '../../store/facts/call.ts'
import type { Connection } from '../../store/connection.ts'

/** Shorter prefixes are refused: with more calls they soon become ambiguous. */
const SHORTEST_PREFIX = 4

/** Finds a call by its id or a unique prefix of it. */
export const callNamed = async (store: Connection, name: string): Promise<CallDetail> => {
  const prefix = name.toLowerCase()
  if (!/^[0-9a-f]+$/.test(prefix) || prefix.length < SHORTEST_PREFIX) {
    throw new AppError('no-such-call', `${name} is not the id of a call`, {
      hint: `ids are hex, at least ${SHORTEST_PREFIX} digits of one; \`warmstart calls\` lists them`,
    })
  }
  const ids = await callIdsByPrefix(store, prefix)
  const [id] = ids
  if (id === undefined) {
    throw new AppError('no-such-call', `no call has an id that begins with ${name}`, {
      hint: '`warmstart calls` lists them',
    })
  }
  if (ids.length > 1 && id !== prefix) {
    const lines = await Promise.all(ids.map((each) => candidateLine(store, each)))
    throw new AppError('ambiguous', [`several calls begin with ${name}, among them:`, ...lines].join('\n'), {
      hint: 'give more digits: all calls of a session begin with the same six',
    })
  }
  const call = await findCall(store, id)
  if (call === undefined) throw new AppError('no-such-call', `the call ${id} is gone`)
  return call
}

/**
 * Describes a call so that the user can tell it from its neighbours. The id comes first, because a narrow window cuts
 * the end.
 */
const candidateLine = async (store: Connection, id: string): Promise<string> => {
  const call = await findCall(store, id)
  return ['', id.slice(0, SHOWN_DIGITS), call?.tool, call?.outcome, call?.subject.replaceAll(/\s+/g, ' ')]
    .filter((word) => word !== undefined)
    .join('  ')
}

/** As many digits as `calls` lists. */
const SHOWN_DIGITS = 12
