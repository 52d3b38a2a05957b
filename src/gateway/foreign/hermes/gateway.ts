import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readTime } from '../../../lib/clock.ts'
import { issueCode } from '../../../lib/foreign-database.ts'
import { isRecord, type JsonRecord, parseJson } from '../../../lib/json.ts'
import { homeOf } from '../../../sources/formats/hermes/paths.ts'
import { openRouting, type RoutingDatabase } from '../../../sources/formats/hermes/routing.ts'
import { readChatText } from '../../../wire/openai-chat-text.ts'
import type { ForeignChat, ForeignChats, ForeignGateway, ReadOptions } from '../foreign-gateway.ts'
import { readEntry } from './entry.ts'
import { HOME_VARIABLE, translateSettings } from './settings.ts'

/**
 * Reads chats and configuration of a Hermes gateway. The table in its database takes precedence; the file only adds
 * what the table lacks.
 */
export const hermesGateway: ForeignGateway = {
  name: 'hermes',
  home: homeOf,
  read: async (home, options) => {
    const found: ForeignChats = { chats: [], skipped: [], ...(await settingsIn(home)) }
    const database = databaseIn(home, found)
    try {
      const table = (database?.rows ?? []).map(({ key, entry }) => [key, parseJson(entry)] as const)
      takeEntries(table, { where: 'state.db gateway_routing', home, database, found, options })
      takeEntries(indexIn(home, found), { where: 'sessions/sessions.json', home, database, found, options })
      // Messages are read here, so that the database is not held open while other programs write to it.
      found.chats = freshest(found).map((chat) => ({ ...chat, messages: fixed(chat.messages()) }))
    } finally {
      database?.close()
    }
    return found
  },
}

const fixed =
  <T>(value: T): (() => T) =>
  () =>
    value

const databaseIn = (home: string, found: ForeignChats): RoutingDatabase | undefined => {
  try {
    return openRouting(join(home, 'state.db')) ?? openRouting(join(home, 'data', 'state.db'))
  } catch (error) {
    found.remarks.push(`state.db could not be read (${issueCode(error)}): which sessions have ended there is not known`)
    return undefined
  }
}

/** A larger file is no index of chats. */
const LARGEST_BYTES = 256 * 1024 * 1024

const textIn = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || !found.isFile() || found.size > LARGEST_BYTES) return undefined
  return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
}

const indexIn = (home: string, found: ForeignChats): (readonly [string, unknown])[] => {
  const text = textIn(join(home, 'sessions', 'sessions.json'))
  if (text === undefined) return []
  const index = parseJson(text)
  if (isRecord(index)) return Object.entries(index).filter(([key]) => !key.startsWith('_'))
  found.remarks.push('sessions/sessions.json is damaged and was not read')
  return []
}

interface Taking {
  where: string
  home: string
  database: RoutingDatabase | undefined
  found: ForeignChats
  options: ReadOptions | undefined
}

const takeEntries = (
  entries: readonly (readonly [string, unknown])[],
  { where, home, database, found, options }: Taking,
): void => {
  const known = new Set([...found.chats, ...found.skipped].map(({ key }) => key))
  for (const [key, value] of entries) {
    if (known.has(key)) continue
    const entry = readEntry(key, value, options)
    if ('reason' in entry) {
      found.skipped.push({ key, where, reason: entry.reason })
      continue
    }
    const living = livingOf(entry.session, database)
    if ('reason' in living) found.skipped.push({ key, where, reason: living.reason })
    else found.chats.push({ ...entry, ...living, where, messages: () => spokenIn(living.session, { database, home }) })
  }
}

const livingOf = (session: string, database: RoutingDatabase | undefined): { session: string } | { reason: string } => {
  try {
    const living = database?.lives(session) ?? { session }
    return 'ended' in living ? { reason: `its session has ended (${living.ended})` } : living
  } catch (error) {
    return { reason: `its session could not be read (${issueCode(error)})` }
  }
}

type Spoken = ReturnType<ForeignChat['messages']>

/** Messages are in the database. Before Hermes had one, and when it could not write to it, it used a file of lines. */
const spokenIn = (session: string, { database, home }: Pick<Taking, 'database' | 'home'>): Spoken => {
  const stored = database?.messages(session) ?? []
  if (stored.length > 0) return stored
  return (textIn(join(home, 'sessions', `${session}.jsonl`)) ?? '').split('\n').flatMap((line): Spoken => {
    const message = parseJson(line)
    const role = isRecord(message) ? message['role'] : undefined
    if (!isRecord(message) || (role !== 'user' && role !== 'assistant')) return []
    const text = readChatText(message['content'])
    return text.trim() === '' ? [] : [{ role, text, at: readTime(message['timestamp']) }]
  })
}

/** Two keys, one in the old and one in the new form, may name the same session. */
const freshest = ({ chats, skipped }: ForeignChats): ForeignChat[] => {
  const latest = new Map<string, ForeignChat>()
  for (const chat of chats.toSorted((a, b) => (a.updatedAt ?? 0) - (b.updatedAt ?? 0))) {
    const older = latest.get(chat.session)
    if (older !== undefined)
      skipped.push({ key: older.key, where: older.where, reason: `${chat.key} is in the same session, and newer` })
    latest.set(chat.session, chat)
  }
  return [...latest.values()]
}

const settingsIn = async (home: string): Promise<Pick<ForeignChats, 'settings' | 'remarks'>> => {
  const remarks: string[] = []
  const yaml = await yamlIn(join(home, 'config.yaml'), remarks)
  const text = textIn(join(home, 'gateway.json'))
  const json = text === undefined ? {} : parseJson(text)
  if (json === undefined) remarks.push('gateway.json is damaged and was not read')
  const translated = translateSettings(yaml, json, variablesIn(join(home, '.env')))
  return { settings: translated.settings, remarks: [...remarks, ...translated.remarks] }
}

const yamlIn = async (path: string, remarks: string[]): Promise<JsonRecord> => {
  const text = textIn(path)
  if (text === undefined) return {}
  const { parse } = await import('yaml')
  try {
    const value: unknown = parse(text, { maxAliasCount: 100 })
    return isRecord(value) ? value : {}
  } catch {
    remarks.push('config.yaml is damaged and was not read')
    return {}
  }
}

/** Reads only the variables that name home channels. */
const variablesIn = (path: string): Map<string, string> => {
  const variables = new Map<string, string>()
  for (const line of (textIn(path) ?? '').split(/\r?\n/)) {
    const [before = '', ...rest] = line.split('=')
    const name = before.trim().replace(/^export /, '')
    const value = rest.join('=').trim()
    const isQuoted = value.length > 1 && /^["']/.test(value) && value.endsWith(value.charAt(0))
    if (HOME_VARIABLE.test(name)) variables.set(name, isQuoted ? value.slice(1, -1) : value)
  }
  return variables
}
