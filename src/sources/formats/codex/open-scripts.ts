import { redact } from '../../../lib/redact/redact.ts'
import { asArray, asNumber, asString, isRecord } from '../../../lib/json.ts'

/** One item of a script's output; undefined for a picture. */
export type Item = string | undefined

/** A script that has not ended, and what came of it so far. */
export interface OpenScript {
  source: string
  line: number
  timestamp: unknown
  items: Item[]
  /** Indices of the nested calls that were emitted. */
  announced: number[]
  /** The script was emitted itself: it makes no call (`plain`), or it cannot be read (`unread`). */
  itself?: 'plain' | 'unread'
}

/** A nested call that was emitted and has no result yet. */
interface NestedWaiting {
  tool: string
  /** A short mark of its command, to know it again in an item; absent where the script works the command out. */
  mark?: string
}

/** What code mode must remember between two lines. */
export interface CodeModeState {
  /** Open scripts, by the id of the `exec` call. */
  scripts: Map<string, OpenScript>
  /** Nested calls without a result, by id, oldest first. */
  waiting: Map<string, NestedWaiting>
}

/** As JSON, bounded. Scripts and their output may hold the user's secrets, so both are redacted. */
export const saveCodeMode = (state: CodeModeState): unknown => ({
  scripts: [...state.scripts].map(([id, script]) => [
    id,
    {
      ...script,
      source: redact(script.source),
      items: script.items.slice(-ITEMS).map((item) => (item === undefined ? null : redact(item).slice(0, ITEM_CHARS))),
    },
  ]),
  waiting: [...state.waiting],
})

/** Takes back what `saveCodeMode` gave; anything else starts afresh. */
export const restoreCodeMode = (saved: unknown): CodeModeState => {
  const from = isRecord(saved) ? saved : {}
  return {
    scripts: new Map(asArray(from.scripts).flatMap(restoreScript)),
    waiting: new Map(asArray(from.waiting).flatMap(restoreWaiting)),
  }
}

const restoreScript = (entry: unknown): [string, OpenScript][] => {
  const [id, script] = asArray(entry)
  if (typeof id !== 'string' || !isRecord(script)) return []
  const source = asString(script.source)
  if (source === undefined || source.length > SCRIPT_CHARS * 2) return []
  return [
    [
      id,
      {
        source,
        line: asNumber(script.line) ?? 0,
        timestamp: script.timestamp,
        items: asArray(script.items).map(asString),
        announced: asArray(script.announced).filter((index) => typeof index === 'number'),
        ...(script.itself === 'plain' || script.itself === 'unread' ? { itself: script.itself } : {}),
      },
    ],
  ]
}

const restoreWaiting = (entry: unknown): [string, NestedWaiting][] => {
  const [id, call] = asArray(entry)
  if (typeof id !== 'string' || !isRecord(call) || typeof call.tool !== 'string') return []
  const mark = asString(call.mark)
  return [[id, mark === undefined ? { tool: call.tool } : { tool: call.tool, mark }]]
}

// What a script prints before it yields; the rest of a longer one is read as if it had been cut.
const ITEMS = 100
const ITEM_CHARS = 65_536
// Scripts with whole files in a patch come to a hundred thousand characters.
export const SCRIPT_CHARS = 262_144
