import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SOURCES } from '../../src/sources/registry.ts'
import type { Source } from '../../src/sources/source.ts'

/** What a person says must come out of importing a source's fixtures. */
export interface Expected {
  sessions: {
    session: string
    platform?: string
    owner?: string | null
    cwd?: string
    model?: string
    title?: string
    parent?: { session: string; kind: string }
    messages: number
    userMessages: number
    calls: number
  }[]
  calls: {
    session: string
    agent?: string
    callId?: string
    tool: string
    outcome: string
    cause?: string
    position: number
    contextTokens?: number
    at?: string
    line: number
  }[]
  issues: { file: string; line: number; code: string }[]
  compactions: number
}

const folderOf = (source: Source): string =>
  join(import.meta.dirname, '..', '..', 'src', 'sources', 'formats', source.name, 'fixtures')

/** Lays a source's fixtures out in a directory: the files of `history/`, and what `make.ts` builds. */
export const layOut = async (source: Source, directory: string): Promise<void> => {
  const folder = folderOf(source)
  if (existsSync(join(folder, 'history')))
    cpSync(join(folder, 'history'), directory, { recursive: true, preserveTimestamps: true })
  const make = join(folder, 'make.ts')
  if (!existsSync(make)) return
  const { makeFixtures } = (await import(make)) as { makeFixtures(directory: string): void }
  makeFixtures(directory)
}

export const expectedOf = (source: Source): Expected =>
  JSON.parse(readFileSync(join(folderOf(source), 'expected.json'), 'utf8')) as Expected

export const eachSource = (check: (source: Source) => void): void => SOURCES.forEach(check)
