import { readFileSync } from 'node:fs'
import type { App } from '../../app.ts'
import { messageOf } from '../../lib/error.ts'
import { redact } from '../../lib/redact/redact.ts'
import type { InstallReport } from './install.ts'
import { undoCommand } from './install.ts'
import { readRecord, type RecordedFile, removeEmpty, removeRecord } from './install-record.ts'
import { installerNamed } from './install-registry.ts'
import type { OwnFile } from './installer.ts'
import { unifiedDiff } from '../../lib/unified-diff.ts'
import { removeLeftovers } from '../../lib/write-whole.ts'
import {
  hashOfBytes,
  readSettings,
  removeFile,
  removeSettings,
  requireWritable,
  type SettingsFile,
  writeSettings,
} from './settings-file.ts'

/**
 * Removes our entries from an agent's settings. A file that nobody changed since gets its earlier bytes back; from
 * other files only our entries go. Works without a record and without the agent.
 */
export const undo = async (
  app: App,
  { agent, isDryRun }: { agent: string; isDryRun: boolean },
): Promise<InstallReport> => {
  const installer = await installerNamed(agent)
  const { files: recorded = [], folders = [] } = readRecord(app.home, agent) ?? {}
  const returns = placesOf(installer.files(app.place), recorded).map(returnOf)
  for (const { found, action } of returns) if (action !== 'unchanged') requireWritable(found)
  if (!isDryRun) {
    for (const each of returns) apply(each)
    for (const folder of folders.toReversed()) removeEmpty(folder)
  }
  const left = isDryRun ? [] : recordLeft(app.home, agent)
  return {
    agent,
    isDryRun,
    isUndo: true,
    files: returns.map(({ found, action, after }) => ({
      path: found.path,
      action,
      diff: action === 'unchanged' ? '' : redact(unifiedDiff(found.text, after?.toString(), { from: found.path })),
      backup: null,
    })),
    next: [...nextOf(returns, installer.title), ...left],
    undo: undoCommand(agent),
  }
}

interface OwnPlace {
  file: OwnFile
  entry: RecordedFile | undefined
}

/** The places of our files today, and those of earlier installations with another environment. */
const placesOf = (files: readonly OwnFile[], recorded: readonly RecordedFile[]): OwnPlace[] =>
  files.flatMap((file) => {
    const entries = recorded.filter(({ name }) => name === file.name)
    const elsewhere = entries.filter(({ path }) => path !== file.path)
    return [
      { file, entry: entries.find(({ path }) => path === file.path) },
      ...elsewhere.map((entry) => ({ file: { ...file, path: entry.path }, entry })),
    ]
  })

interface Return {
  found: SettingsFile
  action: 'restored' | 'removed' | 'changed' | 'unchanged'
  /** The new content; undefined: the file is deleted. */
  after: Buffer | undefined
  entry: RecordedFile | undefined
}

const returnOf = ({ file, entry }: OwnPlace): Return => {
  const found = readSettings(file.path)
  const { bytes, text } = found
  const unchanged: Return = { found, action: 'unchanged', after: bytes, entry }
  if (bytes === undefined || text === undefined) return unchanged
  const now = hashOfBytes(bytes)
  const backup = entry === undefined ? undefined : backupOf(entry)
  if (entry !== undefined && now === entry.after && entry.before !== entry.after) {
    if (entry.before === null) return { found, action: 'removed', after: undefined, entry }
    if (backup !== undefined) return { found, action: 'restored', after: backup, entry }
  }
  if (now === entry?.before) return unchanged
  const taken = file.take(text, backup?.toString())
  if (taken === text) return unchanged
  if (taken === undefined) return { found, action: 'removed', after: undefined, entry }
  return { found, action: 'changed', after: Buffer.from(taken), entry }
}

/** The earlier bytes, if the backup still has their hash. */
const backupOf = ({ backup, before }: RecordedFile): Buffer | undefined => {
  if (backup === null) return undefined
  try {
    const bytes = readFileSync(backup)
    return hashOfBytes(bytes) === before ? bytes : undefined
  } catch {
    return undefined // Then only our entries go.
  }
}

const apply = ({ found, action, after }: Return): void => {
  if (action !== 'unchanged') {
    if (after === undefined) removeSettings(found)
    else writeSettings(found, after)
  }
  removeLeftovers(found.target)
  removeLeftovers(`${found.path}.warmstart-backup`)
  removeFile(`${found.path}.warmstart-backup`)
}

/** The settings are restored even if the record could not be removed; that is only a remark. */
const recordLeft = (home: string, agent: string): string[] => {
  try {
    removeRecord(home, agent)
    return []
  } catch (error) {
    return [`What warmstart noted about it in ${home} could not be removed (${messageOf(error)}). It does no harm.`]
  }
}

const nextOf = (returns: readonly Return[], title: string): string[] => {
  const kept = returns.filter(({ found, action, entry }) => {
    const isMade = entry?.before === null && found.bytes !== undefined
    return isMade && action === 'unchanged'
  })
  return [
    ...kept.map(({ found }) => `${found.path} was changed since and is yours now: delete it if you do not want it.`),
    ...(returns.some(({ action }) => action !== 'unchanged')
      ? [`Sessions of ${title} that are open keep what they have.`]
      : []),
  ]
}
