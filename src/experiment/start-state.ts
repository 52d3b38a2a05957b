import { execFile } from 'node:child_process'
import { cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { AppError, messageOf } from '../lib/error.ts'
import { copyImageFiles } from './container.ts'
import type { StartState } from './tasks/task.ts'
import type { TrialPlace } from './trial-place.ts'

const run = promisify(execFile)

/** Copies what a trial starts from into its working directory, which is empty. The original is only read. */
export const copyStart = async (start: StartState, place: TrialPlace): Promise<void> => {
  switch (start.kind) {
    case 'empty':
      return
    case 'directory':
      return cp(start.path, place.work, COPYING)
    case 'copies':
      for (const { from, to } of start.copies) {
        const target = join(place.work, to)
        await mkdir(dirname(target), { recursive: true })
        await cp(from, target, COPYING)
      }
      return
    case 'revision':
      return copyRevision(start, place)
    case 'image':
      return copyImageFiles(start, place)
  }
}

/** Links stay links as they are written, so that a copy never points back into its original. */
const COPYING = { recursive: true, verbatimSymlinks: true } as const

const MOST_GIT_BYTES = 64 * 1024 * 1024
const GIT_TIMEOUT_MS = 120_000
/** Nothing of a repository is run, and nothing of the person's settings decides. */
const PLAIN_GIT = ['-c', 'core.hooksPath=/dev/null', '-c', 'commit.gpgsign=false', '-c', 'init.defaultBranch=main']
const AUTHOR = {
  GIT_AUTHOR_NAME: 'start',
  GIT_AUTHOR_EMAIL: 'start@localhost',
  GIT_AUTHOR_DATE: '2000-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'start',
  GIT_COMMITTER_EMAIL: 'start@localhost',
  GIT_COMMITTER_DATE: '2000-01-01T00:00:00Z',
}

/**
 * The files of a revision as a repository with one commit. A clone would hold the commits that came later, and with them the solution. The
 * repository itself is not touched: the index lies beside the trial.
 */
const copyRevision = async (
  { repository, revision }: Extract<StartState, { kind: 'revision' }>,
  { work, root }: TrialPlace,
): Promise<void> => {
  const index = join(root, 'start-index')
  const env = { ...process.env, GIT_INDEX_FILE: index }
  await git(['-C', repository, ...PLAIN_GIT, 'read-tree', `${revision}^{tree}`], env)
  await git(['-C', repository, ...PLAIN_GIT, 'checkout-index', '--all', '--quiet', `--prefix=${work}/`], env)
  await rm(index, { force: true })
  const here = ['-C', work, ...PLAIN_GIT]
  await git([...here, 'init', '--quiet'])
  await git([...here, 'add', '--all', '--force'])
  await git([...here, 'commit', '--quiet', '--allow-empty', '--message', 'start'], { ...process.env, ...AUTHOR })
}

/** The identity of a revision's files. */
export const treeOfRevision = async ({
  repository,
  revision,
}: Extract<StartState, { kind: 'revision' }>): Promise<string> =>
  (await git(['-C', repository, ...PLAIN_GIT, 'rev-parse', '--verify', '--quiet', `${revision}^{tree}`])).trim()

const git = async (args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> => {
  try {
    const { stdout } = await run('git', [...args], { env, maxBuffer: MOST_GIT_BYTES, timeout: GIT_TIMEOUT_MS })
    return stdout
  } catch (error) {
    throw new AppError('start-state', `git could not give the start state: ${messageOf(error).split('\n')[0] ?? ''}`, {
      hint: 'the repository must be on this machine and hold the revision',
      cause: error,
    })
  }
}
