import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { App } from '../../app.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { parseJson } from '../../lib/json.ts'
import { redact } from '../../lib/redact/redact.ts'
import type { Arrival, PackImported } from './shape.ts'
import type { Connection } from '../../store/connection.ts'
import { canonicalJson, hashOfText } from '../../template/canonical.ts'
import { draftFirstGeneration } from '../../template/first-generation-draft.ts'
import { type OldTemplate, readFirstGeneration } from '../../template/first-generation.ts'
import { suggestedName } from '../../template/name.ts'
import { addedUp } from '../../template/pack-gate.ts'
import { nestingProblem, textProblem } from '../../template/pack-limits.ts'
import { isPack } from '../../template/pack-read.ts'
import { readBounded, textOf } from '../../template/pack-file.ts'
import { type Arriving, cleared, figuresOf, keepArriving, nameHere } from './save-operation.ts'

/** A file that may hold a template; without a value it has not been read yet. */
export interface OldFile {
  path: string
  value?: unknown
}

/** The folders in which variants of the first generation kept templates. */
const FOLDERS = ['warm_sessions', 'session_templates', 'session-templates', 'warm_templates']
const MOST_FILES = 1_000
/** The largest sensible file: it holds at most some dozens of short examples. */
const LARGEST_FILE_BYTES = 4 * 1024 * 1024

/**
 * The files of a directory that may be templates: those in its old folders, or those directly in it. Links are not
 * followed.
 */
export const filesBelow = (directory: string): OldFile[] => {
  const known = FOLDERS.map((name) => join(directory, name)).filter((path) => existsSync(path))
  const files = (known.length > 0 ? known : [directory]).flatMap((folder) => filesIn(folder))
  if (files.length === 0)
    throw new AppError('no-such-path', `there is no template file in ${directory}`, {
      hint: 'name a pack, a template file, or a directory that holds template files or one of the old folders',
    })
  if (files.length > MOST_FILES)
    throw new AppError('usage', `there are ${files.length} files below ${directory}`, {
      hint: `at most ${MOST_FILES} are imported at once: name one of the folders, or single files`,
    })
  return files
}

const filesIn = (folder: string): OldFile[] => {
  try {
    return readdirSync(folder)
      .filter((name) => extname(name) === '.json' && lstatSync(join(folder, name)).isFile())
      .toSorted()
      .map((name) => ({ path: join(folder, name) }))
  } catch (error) {
    throw new AppError('not-read', `${folder} cannot be read: ${messageOf(error)}`, {
      hint: 'is it yours?',
      cause: error,
    })
  }
}

export interface OldInput {
  owner: string
  name?: string | undefined
  files: readonly OldFile[]
}

/**
 * Imports template files of the first generation into quarantine, each on its own: a damaged file, or one whose name
 * is taken, is reported and does not stop the others.
 */
export const importFirstGeneration = async (
  app: App,
  store: Connection,
  { owner, name, files }: OldInput,
): Promise<PackImported> => {
  const report: PackImported = {
    from: 'first-generation',
    lessons: null,
    sha256: null,
    sender: null,
    templates: [],
    passedOver: [],
  }
  const isSingle = files.length === 1
  for (const file of files) {
    try {
      const { old, sha256 } = oldTemplateIn(file)
      const { version, dropped } = draftFirstGeneration(old)
      const arriving = await cleared(app, version)
      const all: Arriving = { ...arriving, dropped: addedUp(dropped, arriving.dropped) }
      const was = old.name ?? basename(file.path, '.json')
      const wanted = nameHere(suggestedName(was), name, files.length)
      report.templates.push(await kept(app, store, { owner, name: wanted, was, sha256, file: shown(file.path), all }))
    } catch (error) {
      if (isSingle || !(error instanceof AppError) || error.code.startsWith('store-')) throw error
      report.passedOver.push({ file: shown(file.path), problem: error.message })
    }
  }
  return report
}

/** The folder shows which variant wrote the file. */
const shown = (path: string): string =>
  path === '-' ? 'standard input' : join(basename(dirname(path)), basename(path))

const oldTemplateIn = ({ path, value }: OldFile): { old: OldTemplate; sha256: string } => {
  const given = value ?? parsedFile(path)
  const problem = textProblem(given)
  if (problem !== undefined) throw damaged(path, problem)
  const old = readFirstGeneration(given)
  if (old !== undefined) return { old, sha256: hashOfText(canonicalJson(given)) }
  throw new AppError(
    'pack-invalid',
    isPack(given)
      ? `${shown(path)} is a pack: import it by itself`
      : `${shown(path)} is neither a pack nor a template file`,
    { hint: 'a pack is what `warmstart export` writes' },
  )
}

const parsedFile = (path: string): unknown => {
  const text = textOf(readBounded(path, LARGEST_FILE_BYTES))
  const problem = text === undefined ? 'it is not text' : nestingProblem(text)
  const value = text === undefined || problem !== undefined ? undefined : parseJson(text.replace(/^\uFEFF/, ''))
  if (value !== undefined) return value
  throw damaged(path, problem ?? 'it is not JSON')
}

const damaged = (path: string, problem: string): AppError =>
  new AppError('pack-invalid', `${shown(path)} cannot be used: ${problem}`, {
    hint: 'files of a directory are imported without those that are damaged',
  })

interface Keeping {
  owner: string
  name: string
  was: string
  sha256: string
  file: string
  all: Arriving
}

const kept = async (
  app: App,
  store: Connection,
  { owner, name, was, sha256, file, all }: Keeping,
): Promise<Arrival> => {
  const became = await store.transaction((transaction) =>
    keepArriving(transaction, {
      owner,
      name,
      madeBy: 'first generation',
      note: `first generation, ${redact(file)}, sha256 ${sha256}`,
      sha256,
      arriving: all,
      now: app.now(),
    }),
  )
  return {
    file,
    was,
    ...became,
    ...figuresOf(all),
    replacedThere: [],
    effect: null,
    certificate: null,
    effectReason: 'the first generation did not measure it',
  }
}
