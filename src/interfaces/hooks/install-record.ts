import { existsSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord, parseJson } from '../../lib/json.ts'
import { makeDirectory } from '../../lib/make-directory.ts'
import { removeLeftovers } from '../../lib/write-whole.ts'
import { fileError, removeFile, writeOwned } from './settings-file.ts'

/** The changes to an agent's files, so that they can be undone to the byte. */
export interface InstallRecord {
  files: RecordedFile[]
  /** Directories of the agent that we created, the outer ones first. */
  folders: string[]
  /** Our own directory did not exist before. */
  madeHome: boolean
}

export interface RecordedFile {
  name: string
  path: string
  /** Hashes of the file without and with our entries; `before` is null if there was no file. */
  before: string | null
  after: string
  backup: string | null
}

/**
 * The record of an agent; undefined if there is none or it cannot be read. Then our entries are recognised by their
 * content.
 */
export const readRecord = (home: string, agent: string): InstallRecord | undefined => {
  const value = parseJson(recordText(recordPath(home, agent)))
  if (!isRecord(value) || !Array.isArray(value['files'])) return undefined
  const files = value['files'].filter(isRecordedFile)
  const folders = Array.isArray(value['folders']) ? value['folders'].filter((each) => typeof each === 'string') : []
  return { files, folders, madeHome: value['madeHome'] === true }
}

const recordText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const isRecordedFile = (value: unknown): value is RecordedFile =>
  isRecord(value) &&
  ['name', 'path', 'after'].every((field) => typeof value[field] === 'string') &&
  ['before', 'backup'].every((field) => value[field] === null || typeof value[field] === 'string')

export const writeRecord = (
  home: string,
  agent: string,
  { files, folders = [] }: { files: readonly RecordedFile[]; folders?: readonly string[] },
): void => {
  const path = recordPath(home, agent)
  const old = readRecord(home, agent)
  const madeHome = old?.madeHome ?? !existsSync(home)
  const record: InstallRecord = { files: [...files], folders: [...(old?.folders ?? []), ...folders], madeHome }
  try {
    makeDirectory(dirname(path))
  } catch (error) {
    throw fileError(dirname(path), error)
  }
  writeOwned(path, `${JSON.stringify(record, null, 2)}\n`, 0o600)
}

/** Also removes the directories that were created for the record, if they are empty by now. */
export const removeRecord = (home: string, agent: string): void => {
  const path = recordPath(home, agent)
  const folder = dirname(path)
  // A run that was killed before its first record leaves an empty directory for records.
  const madeHome = readRecord(home, agent)?.madeHome ?? existsSync(folder)
  removeLeftovers(path)
  removeFile(path)
  const [other] = existsSync(folder) ? readdirSync(folder) : []
  if (other === undefined) {
    removeEmpty(folder)
    if (madeHome) removeEmpty(home)
    return
  }
  // Passes `madeHome` on to another record, so that the last record to go removes the directory.
  const heir = other.replace(/\.json$/, '')
  const record = readRecord(home, heir)
  if (madeHome && record !== undefined)
    writeOwned(recordPath(home, heir), `${JSON.stringify({ ...record, madeHome }, null, 2)}\n`, 0o600)
}

const recordPath = (home: string, agent: string): string => join(home, 'install', `${agent}.json`)

/** A directory that holds anything else stays. */
export const removeEmpty = (folder: string): void => {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}
