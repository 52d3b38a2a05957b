import { AppError } from '../../lib/error.ts'
import type { Keeper } from '../keeping/keeper.ts'
import { isProcessId } from '../process-id.ts'
import type { ProcessFilter, Scope, StartRequest } from '../processes.ts'
import {
  closeInputOf,
  currentView,
  endScope,
  findHeld,
  heldOf,
  killProcess,
  listProcesses,
  readProcessLog,
  resizeTerminal,
  waitFor,
  writeTo,
} from '../keeping/registry.ts'
import { forget } from '../keeping/room.ts'
import { type HostStart, startProcess } from '../keeping/start-process.ts'

type Params = Readonly<Record<string, unknown>>
type Method = (keeper: Keeper, params: Params, signal: AbortSignal) => Promise<unknown>

/** All questions that a client can ask. Parameters are checked here; the code behind trusts them. */
export const METHODS: Readonly<Record<string, Method>> = {
  ping: async () => null,
  start: (keeper, params) => startProcess(keeper, startOf(params)),
  list: (keeper, params) => listProcesses(keeper, filterOf(params)),
  find: async (keeper, params) => {
    const held = findHeld(keeper, text(params, 'process'))
    return held === undefined ? null : currentView(keeper, held)
  },
  log: (keeper, params) =>
    readProcessLog(keeper, held(keeper, params), { offset: count(params, 'offset'), limit: count(params, 'limit') }),
  wait: (keeper, params, signal) =>
    waitFor(keeper, held(keeper, params), { timeoutMs: count(params, 'timeoutMs') ?? 0, signal }),
  kill: (keeper, params) => killProcess(keeper, held(keeper, params), text(params, 'by')),
  write: (keeper, params) => writeTo(keeper, held(keeper, params), text(params, 'data')),
  close: (keeper, params) => closeInputOf(keeper, held(keeper, params)),
  resize: (keeper, params) => {
    const [rows, columns] = [count(params, 'rows'), count(params, 'columns')]
    if (rows === undefined || columns === undefined || !isSize(rows) || !isSize(columns))
      throw wrong('rows and columns')
    return resizeTerminal(keeper, held(keeper, params), { rows, columns })
  },
  forget: async (keeper, params) => {
    const found = findHeld(keeper, text(params, 'process'))
    if (found !== undefined) await forget(keeper, found)
  },
  endScope: (keeper, params) => {
    const scope = scopeOf(params['scope'])
    if (scope === undefined) throw wrong('scope')
    return endScope(keeper, scope)
  },
}

const held = (keeper: Keeper, params: Params) => heldOf(keeper, text(params, 'process'))

const LARGEST_SIZE = 1_000
const isSize = (value: number): boolean => value > 0 && value <= LARGEST_SIZE

const startOf = (params: Params): HostStart => {
  const id = text(params, 'id')
  if (!isProcessId(id)) throw wrong('id')
  const [rows, columns] = [count(params, 'rows'), count(params, 'columns')]
  if ((rows !== undefined && !isSize(rows)) || (columns !== undefined && !isSize(columns)))
    throw wrong('rows and columns')
  const patterns = params['watchPatterns'] ?? []
  if (!Array.isArray(patterns) || patterns.some((each) => typeof each !== 'string')) throw wrong('watchPatterns')
  return given({
    id,
    command: text(params, 'command'),
    workdir: text(params, 'workdir'),
    owner: text(params, 'owner'),
    baseEnv: variables(params, 'baseEnv') ?? {},
    env: variables(params, 'env'),
    pty: params['pty'] === true,
    rows,
    columns,
    scope: scopeOf(params['scope']),
    sessionKey: optionalText(params, 'sessionKey'),
    backend: backendOf(params['backend']),
    persist: params['persist'] === true,
    notifyOnComplete: params['notifyOnComplete'] === true,
    watchPatterns: patterns as string[],
    checkIntervalS: count(params, 'checkIntervalS'),
  })
}

/** Leaves out undefined fields, which the contract treats as not given. */
const given = (start: { [K in keyof HostStart]: HostStart[K] | undefined }): HostStart =>
  Object.fromEntries(Object.entries(start).filter(([, value]) => value !== undefined)) as unknown as HostStart

const filterOf = (params: Params): ProcessFilter => {
  const [owner, sessionKey, scope] = [
    optionalText(params, 'owner'),
    optionalText(params, 'sessionKey'),
    scopeOf(params['scope']),
  ]
  const isRunning = params['isRunning']
  return {
    ...(owner === undefined ? {} : { owner }),
    ...(sessionKey === undefined ? {} : { sessionKey }),
    ...(scope === undefined ? {} : { scope }),
    ...(typeof isRunning === 'boolean' ? { isRunning } : {}),
  }
}

const scopeOf = (value: unknown): Scope | undefined => {
  if (value === undefined || value === null) return undefined
  const { kind, id } = value as Partial<Record<string, unknown>>
  if ((kind !== 'task' && kind !== 'session' && kind !== 'episode') || typeof id !== 'string') throw wrong('scope')
  return { kind, id }
}

const backendOf = (value: unknown): StartRequest['backend'] => {
  if (value === undefined || value === null) return undefined
  const { name, target } = value as Partial<Record<string, unknown>>
  if (typeof name !== 'string' || typeof target !== 'string') throw wrong('backend')
  return { name, target }
}

const text = (params: Params, name: string): string => {
  const value = params[name]
  if (typeof value !== 'string') throw wrong(name)
  return value
}

const optionalText = (params: Params, name: string): string | undefined =>
  params[name] === undefined ? undefined : text(params, name)

const count = (params: Params, name: string): number | undefined => {
  const value = params[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw wrong(name)
  return Math.floor(value)
}

const variables = (params: Params, name: string): Record<string, string> | undefined => {
  const value = params[name]
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null) throw wrong(name)
  if (Object.values(value).some((each) => typeof each !== 'string' || each.includes('\0'))) throw wrong(name)
  return value as Record<string, string>
}

const wrong = (name: string): AppError => new AppError('usage', `${name} is missing or makes no sense`)
