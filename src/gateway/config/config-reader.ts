import { isRecord, type JsonRecord } from '../../lib/json.ts'

/** Reads single values of a configuration and collects every problem with its path. */
export interface Reader {
  readonly problems: string[]
  refuse(path: string, message: string): void
  record(value: unknown, path: string, known?: readonly string[]): JsonRecord
  text(record: unknown, field: string, path?: string): string | undefined
  /** Accepts text or a whole number, because platforms write ids as either. */
  id(record: unknown, field: string, path?: string): string | undefined
  ids(value: unknown, path: string): string[]
  flag(record: unknown, field: string, path?: string): boolean | undefined
  whole(record: unknown, field: string, range: { path?: string; least: number; most: number }): number | undefined
  choice<T extends string>(record: unknown, field: string, choices: readonly T[], path?: string): T | undefined
}

export const createReader = (root: string): Reader => {
  const problems: string[] = []
  const refuse = (path: string, message: string): undefined => {
    problems.push(`${path === '' ? root : `${root}.${path}`} ${message}`)
    return undefined
  }
  const at = (field: string, path = ''): string => (path === '' ? field : `${path}.${field}`)
  /** Null asks for the default, like a missing field. */
  const valueOf = (record: unknown, field: string): unknown =>
    isRecord(record) ? (record[field] ?? undefined) : undefined
  return {
    problems,
    refuse,
    record(value, path, known) {
      if (!isRecord(value)) return refuse(path, 'must be an object') ?? {}
      for (const name of Object.keys(value))
        if (known !== undefined && !known.includes(name))
          refuse(at(name, path), `is not known; known here: ${known.join(', ')}`)
      return value
    },
    text(record, field, path) {
      const value = valueOf(record, field)
      if (value === undefined || typeof value === 'string') return value
      return refuse(at(field, path), 'must be text')
    },
    id(record, field, path) {
      const value = valueOf(record, field)
      return value === undefined ? undefined : (idOf(value) ?? refuse(at(field, path), 'must be an id'))
    },
    ids(value, path) {
      if (value === null || value === undefined) return []
      if (!Array.isArray(value)) return refuse(path, 'must be a list') ?? []
      return value.flatMap((one, index) => idOf(one) ?? refuse(`${path}[${index}]`, 'must be an id') ?? [])
    },
    flag(record, field, path) {
      const value = valueOf(record, field)
      if (value === undefined || typeof value === 'boolean') return value
      if (value === 'true' || value === 'false') return value === 'true'
      return refuse(at(field, path), 'must be true or false')
    },
    whole(record, field, { path, least, most }) {
      const value = valueOf(record, field)
      if (value === undefined) return undefined
      if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
      return refuse(at(field, path), `must be a whole number from ${least} to ${most}`)
    },
    choice(record, field, choices, path) {
      const value = valueOf(record, field)
      if (value === undefined) return undefined
      return (
        choices.find((choice) => choice === value) ??
        refuse(at(field, path), `must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}`)
      )
    },
  }
}

const idOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  return Number.isSafeInteger(value) ? String(value) : undefined
}
