import { asString, isRecord } from '../../../../lib/json.ts'
import type { Item } from '../open-scripts.ts'

/** What an output of a script says: how far it got, and what it printed since the last one. */
export interface ScriptOutput {
  state: 'completed' | 'failed' | 'terminated' | 'running'
  /** Names the script to later waits. */
  cell: string | undefined
  items: Item[]
  /** Why it failed. */
  error: string | undefined
}

/** Reads the output of `exec` or `wait`. Undefined: not the words of a script's runtime. */
export const readScriptOutput = (output: unknown): ScriptOutput | undefined => {
  const [first, ...rest] = itemsOf(output)
  const header = first === undefined ? null : HEADER.exec(first.slice(0, HEADER_CHARS))
  if (first === undefined || header === null) return undefined
  const state = header[1] as ScriptOutput['state']
  // An output that went through another program can be one text.
  const behind = textBehind(first)
  const items = behind === '' ? rest : [behind, ...rest]
  const error = state === 'failed' ? takeError(items) : undefined
  return { state, cell: header[2], items, error }
}

const HEADER = /^Script (completed|failed|terminated|running)(?: with cell ID ([^\s]{1,64}))?/
const HEADER_CHARS = 200
const OUTPUT_HEADING = '\nOutput:\n'
const ERROR_HEADING = 'Script error:\n'

const itemsOf = (output: unknown): Item[] => {
  if (typeof output === 'string') return [output]
  if (isRecord(output)) return itemsOf(output.content)
  if (!Array.isArray(output)) return []
  return output.map((item) => (isRecord(item) ? asString(item.text) : undefined))
}

const textBehind = (first: string): string => {
  const heading = first.slice(0, HEADER_CHARS).indexOf(OUTPUT_HEADING)
  return heading < 0 ? '' : first.slice(heading + OUTPUT_HEADING.length).replace(/^\n/, '')
}

/** The error is the last item, or the end of the only one. Takes it out of the items. */
const takeError = (items: Item[]): string | undefined => {
  const last = items.at(-1)
  const heading = last?.lastIndexOf(ERROR_HEADING) ?? -1
  if (last === undefined || heading < 0) return undefined
  if (heading === 0) items.pop()
  else items[items.length - 1] = last.slice(0, heading).trimEnd()
  return last.slice(heading + ERROR_HEADING.length)
}
