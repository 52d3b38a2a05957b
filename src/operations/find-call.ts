import { AppError } from '../lib/error.ts'
import { type CallDetail, callIdsByPrefix, findCall } from '../store/call.ts'
import type { Connection } from '../store/connection.ts'

/** Shorter prefixes are refused: they would be ambiguous tomorrow. */
const SHORTEST_PREFIX = 4

/** A call by its id or a unique prefix of it. */
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
    throw new AppError('ambiguous', `several calls begin with ${name}: ${ids.join(', ')}`, { hint: 'give more digits' })
  }
  const call = await findCall(store, id)
  if (call === undefined) throw new AppError('no-such-call', `the call ${id} is gone`)
  return call
}
