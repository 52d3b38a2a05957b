import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type * as v from 'valibot'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { redact } from '../../lib/redact/redact.ts'
import type { InstallReport as Shape } from '../../verbs/install/shape.ts'
import type { Connection } from '../../store/connection.ts'
import { programPath, programWarning } from './install-program.ts'
import { readRecord, type RecordedFile, writeRecord } from './install-record.ts'
import { installerNamed } from './install-registry.ts'
import { isOnPath } from './agent-version.ts'
import type { Installer, PlannedFile } from './installer.ts'
import { unifiedDiff } from '../../lib/unified-diff.ts'
import {
  fileError,
  hashOfBytes,
  readSettings,
  removeFile,
  requireWritable,
  type SettingsFile,
  writeSettings,
  writeOwned,
} from './settings-file.ts'
import { isDirectory } from '../../lib/is-directory.ts'

export type InstallReport = v.InferOutput<typeof Shape>

export interface InstallInput {
  agent: string
  template?: string | undefined
  isDryRun: boolean
  store(): Promise<Connection | undefined>
}

/**
 * Writes our entries into an agent's settings. A second run changes nothing. A file that cannot be parsed stops it
 * before any write. If the process is killed in between, every file is whole and undo works.
 */
export const install = async (app: App, { agent, template, isDryRun, store }: InstallInput): Promise<InstallReport> => {
  const installer = await installerNamed(agent)
  requireAgent(installer, app)
  if (template !== undefined && installer.takesTemplate !== true)
    throw new AppError('usage', `--template means nothing to ${installer.title}: its hooks choose by the task`, {
      hint: 'leave it out; `--promote NAME` puts a template to use',
    })
  const program = programPath()
  const plan = await installer.plan({ app, program, template, isDryRun, store })
  const recorded = readRecord(app.home, agent)?.files ?? []
  const changes = plan.files.map((file) => changeOf(file, recorded))
  const due = changes.filter(({ isDue }) => isDue)
  for (const { found } of due) requireWritable(found)
  if (due.length > 0 && !isDryRun) apply(app.home, agent, { due, recorded })
  return {
    agent,
    isDryRun,
    isUndo: false,
    files: changes.map(({ found, text, isDue, entry }) => ({
      path: found.path,
      action: isDue ? (found.bytes === undefined ? 'created' : 'changed') : 'unchanged',
      diff: isDue ? redact(unifiedDiff(found.text, text, { from: found.path })) : '',
      backup: entry.backup,
    })),
    next: [...plan.next, ...programWarning(program)],
    undo: undoCommand(agent),
  }
}

export const undoCommand = (agent: string): string => `warmstart install ${agent} --undo`

/** Whether the agent was used on this machine, which its directory shows. */
export const isUsed = ({ directory }: Installer, { place }: Pick<App, 'place'>): boolean =>
  isDirectory(directory(place))

const requireAgent = (installer: Installer, app: App): void => {
  if (isUsed(installer, app)) return
  const { agent, title, directory, program } = installer
  const isThere = program !== undefined && isOnPath(program, app.place)
  throw new AppError(
    'no-such-agent',
    `${title} ${isThere ? 'is installed but ' : ''}has not been used here: there is no directory ${directory(app.place)}`,
    { hint: `start ${title} once, then \`warmstart install ${agent}\`` },
  )
}

interface Change {
  found: SettingsFile
  text: string
  isDue: boolean
  entry: RecordedFile
  /** The file without our entries, if it has to be backed up. */
  backup: Buffer | undefined
}

const changeOf = (file: PlannedFile, recorded: readonly RecordedFile[]): Change => {
  const found = readSettings(file.path, file.mode)
  const text = file.put(found.text ?? '')
  const isDue = text !== found.text
  const old = recorded.find(({ path }) => path === file.path)
  const after = hashOfBytes(text)
  // Unchanged since our last run: undo still has to restore the bytes from before the first run.
  if (old !== undefined && found.bytes !== undefined && hashOfBytes(found.bytes) === old.after)
    return { found, text, isDue, entry: { ...old, after }, backup: undefined }
  const backup = withoutOurs(file, found)
  const entry = {
    name: file.name,
    path: file.path,
    before: backup === undefined ? null : hashOfBytes(backup),
    after,
    backup: backup === undefined ? null : backupPath(file.path),
  }
  // If nothing is written today, an earlier backup may still be the right one.
  return { found, text, isDue, entry: isDue ? entry : (old ?? { ...entry, backup: null }), backup }
}

const withoutOurs = (file: PlannedFile, { text, bytes }: SettingsFile): Buffer | undefined => {
  if (text === undefined) return undefined
  const taken = file.take(text, undefined)
  if (taken === text) return bytes
  return taken === undefined ? undefined : Buffer.from(taken)
}

const backupPath = (path: string): string => `${path}.warmstart-backup`

/**
 * Writes backups, then the record, then the files: whenever it stops, undo finds either nothing of ours or all it
 * needs.
 */
const apply = (
  home: string,
  agent: string,
  { due, recorded }: { due: readonly Change[]; recorded: readonly RecordedFile[] },
): void => {
  const touched = new Set(due.map(({ entry }) => entry.path))
  const written: string[] = []
  const folders = [...new Set(due.flatMap(({ found }) => missingFolders(dirname(found.target))))]
  try {
    for (const { entry, backup, found } of due) {
      if (backup === undefined || entry.backup === null) continue
      writeOwned(entry.backup, backup, found.mode)
      written.push(entry.backup)
    }
    const files = [...recorded.filter(({ path }) => !touched.has(path)), ...due.map(({ entry }) => entry)]
    writeRecord(home, agent, { files, folders })
  } catch (error) {
    // The settings hold nothing of ours yet, so no later uninstall would remove these backups.
    const known = new Set(recorded.map(({ backup }) => backup))
    for (const path of written) if (!known.has(path)) removeFile(path)
    throw error
  }
  for (const folder of folders) makeFolder(folder)
  for (const { found, text } of due) writeSettings(found, text)
}

/** The missing directories of a file, the outer ones first. */
const missingFolders = (folder: string): string[] =>
  isDirectory(folder) || dirname(folder) === folder ? [] : [...missingFolders(dirname(folder)), folder]

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw fileError(folder, error)
  }
}
