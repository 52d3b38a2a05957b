import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord, parseJson, type JsonRecord } from '../../../lib/json.ts'
import { baseName } from './paths.ts'
import { readSpooled, type Spooled } from './records.ts'
import { cellText } from './rows.ts'

/**
 * Messages that the database refused lie one by one in files of their own, so a result and its call are apart. Gives the
 * messages beside this file, of the same session, that make the calls whose results only this file holds.
 */
export const callsBeside = (path: string, { session, messages }: Spooled): JsonRecord[] => {
  const own = new Set(messages.flatMap(callIds))
  const wanted = messages
    .map((message) => cellText(message.tool_call_id))
    .filter((id) => id !== undefined && !own.has(id))
  if (session === undefined || wanted.length === 0) return []
  const makers = makersIn(dirname(path))
  return [...new Set(wanted.map((id) => makers.get(`${session}\u0000${id}`)).filter((maker) => maker !== undefined))]
}

/** More than any installation has left; a call that is not found stays without its result. */
const MAX_FILES = 2_000
const MAX_BYTES = 1_048_576

let lastFolder = ''
let lastMakers = new Map<string, JsonRecord>()

/** The messages of a folder by session and by the ids of the calls they make; read once as long as nothing is added. */
const makersIn = (folder: string): ReadonlyMap<string, JsonRecord> => {
  try {
    const key = `${folder}\u0000${statSync(folder).mtimeMs}`
    if (key === lastFolder) return lastMakers
    const makers = new Map<string, JsonRecord>()
    const names = readdirSync(folder).filter((name) => /^pending-.*\.json$/.test(baseName(name)))
    for (const name of names.slice(0, MAX_FILES)) {
      const spooled = readBeside(join(folder, name))
      for (const message of spooled?.messages ?? []) {
        for (const id of callIds(message)) makers.set(`${spooled?.session}\u0000${id}`, message)
      }
    }
    ;[lastFolder, lastMakers] = [key, makers]
    return makers
  } catch {
    return new Map() // The file was moved or handed over alone.
  }
}

const readBeside = (path: string): Spooled | undefined => {
  try {
    const found = lstatSync(path)
    // A link may lead anywhere; `discover.ts` says so.
    if (!found.isFile() || found.size > MAX_BYTES) return undefined
    const record = parseJson(readFileSync(path, 'utf8'))
    return isRecord(record) ? readSpooled(record) : undefined
  } catch {
    return undefined // It is read for its own sake too, and reported there.
  }
}

const callIds = (message: JsonRecord): string[] => {
  const { tool_calls: cell } = message
  const calls: unknown = typeof cell === 'string' ? parseJson(cell) : cell
  if (!Array.isArray(calls)) return []
  return calls.flatMap((call: unknown) =>
    isRecord(call) ? [call.id, call.call_id].map(cellText).filter((id) => id !== undefined && id !== '') : [],
  ) as string[]
}
