import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { createSessionTeller, type SessionTeller, type Spot } from '../../../wire/session-teller.ts'
import { readBlocks, findBlockCalls, findBlockResults, findBlockTexts, withoutTags } from '../../../wire/tool-blocks.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { identify } from './paths.ts'

/** Turns the lines of one transcript into events. They have no times, no ids, no tokens, and mostly no results. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser => {
  const { session, agent, cwd } = identify(file.path)
  const teller = createSessionTeller(emit, session, saved)
  if (saved === undefined)
    teller.describe(
      { line: 1 },
      agent === undefined ? { platform: 'cursor', ...(cwd ? { cwd } : {}) } : { partial: true },
    )
  return { read: (record, line) => readLine(teller, record, { line, agent }), save: teller.save }
}

const readLine = (teller: SessionTeller, record: unknown, spot: Spot): void => {
  if (!isRecord(record)) return teller.bad(spot.line, 'the line is not an object')
  // Ends of turns, and kinds yet to come.
  if (!('role' in record))
    return typeof record.type === 'string' ? undefined : teller.bad(spot.line, 'a line without a role')
  const { role, message } = record
  if (!isRecord(message)) return teller.bad(spot.line, 'a line without a message')
  const blocks = readBlocks(message.content)
  if (role === 'assistant') readAssistant(teller, spot, blocks)
  else if (role === 'user') readUser(teller, spot, blocks)
}

const readAssistant = (teller: SessionTeller, spot: Spot, blocks: JsonRecord[]): void => {
  teller.event(spot, { type: 'assistant-message', text: findBlockTexts(blocks).join('\n') })
  for (const { tool, ...call } of findBlockCalls(blocks)) {
    if (tool === '') {
      teller.bad(spot.line, 'a call without the name of its tool')
      continue
    }
    const cwd = isRecord(call.args) ? asString(call.args.working_directory) : undefined
    teller.event(spot, { type: 'tool-call', tool, ...call, ...(cwd ? { cwd } : {}) })
  }
}

const readUser = (teller: SessionTeller, spot: Spot, blocks: JsonRecord[]): void => {
  for (const { callId, text, isError, block } of findBlockResults(blocks)) {
    const named = callId === undefined ? {} : { callId }
    const flag = isError === undefined ? {} : { flag: isError ? ('error' as const) : ('ok' as const) }
    teller.event(spot, { type: 'tool-result', block, text, ...named, ...flag })
  }
  const text = findBlockTexts(blocks).join('\n')
  if (text.trim() === '') return
  const words = spot.agent === undefined ? personsWords(text) : ''
  teller.event(
    spot,
    words === '' ? { type: 'user-message', text, synthetic: true } : { type: 'user-message', text: words },
  )
}

/** What a person asked stands in a tag of its own, after what the editor tells the model. */
const personsWords = (text: string): string => {
  const open = text.indexOf(QUERY)
  if (open < 0) return withoutTags(text, ADDED)
  const end = text.indexOf('</user_query>', open)
  return text.slice(open + QUERY.length, end < 0 ? undefined : end).trim()
}

const QUERY = '<user_query>'
const ADDED = [
  'system_reminder',
  'system-reminder',
  'attached_files',
  'open_and_recently_viewed_files',
  'user_info',
  'timestamp',
]
