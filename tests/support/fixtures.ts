import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SOURCES } from '../../src/sources/registry.ts'
import type { Source } from '../../src/sources/source.ts'
import type { ExpectedHistory, SourceFixtures } from '../../src/testing/source-history.ts'

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

export const expectedOf = (source: Source): ExpectedHistory =>
  JSON.parse(readFileSync(join(folderOf(source), 'expected.json'), 'utf8')) as ExpectedHistory

export const fixturesOf = (source: Source): SourceFixtures => ({
  layOut: (directory) => layOut(source, directory),
  expected: expectedOf(source),
})

export const eachSource = (check: (source: Source) => void): void => SOURCES.forEach(check)
