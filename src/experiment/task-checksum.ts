import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJson } from '../template/canonical.ts'
import { treeOfRevision } from './start-state.ts'
import type { ExperimentTask, StartState } from './tasks/task.ts'

/**
 * A hash of everything that decides how a task goes: its words, the files that trials start from, the check and its files. Where the task lies
 * does not count, so that machines agree on it.
 */
export const taskChecksum = async ({ prompt, start, check, tests, solution }: ExperimentTask): Promise<string> => {
  const hash = createHash('sha256')
  hash.update(canonicalJson({ prompt, check, start: start.kind, solution: solution?.command ?? null }))
  await addStart(hash, start)
  for (const folder of [tests, solution?.folder ?? null]) {
    hash.update('\0folder\0')
    if (folder !== null) await addTree(hash, folder)
  }
  return hash.digest('hex')
}

const addStart = async (hash: Hash, start: StartState): Promise<void> => {
  switch (start.kind) {
    case 'empty':
      return
    case 'directory':
      return addTree(hash, start.path)
    case 'copies':
      for (const { from, to } of start.copies) {
        hash.update(`\0copy ${to}\0`)
        await addTree(hash, from)
      }
      return
    case 'revision':
      hash.update(await treeOfRevision(start))
      return
    case 'image':
      hash.update(`${start.image ?? ''} ${start.workdir}`)
      return start.image === null ? addTree(hash, start.context) : undefined
  }
}

/** Names, kinds, the right to be run, and contents of everything in a folder, in one order. */
const addTree = async (hash: Hash, path: string, name = ''): Promise<void> => {
  const found = await lstat(path)
  if (found.isDirectory()) {
    hash.update(`\0d ${name}`)
    for (const entry of (await readdir(path)).toSorted()) await addTree(hash, join(path, entry), `${name}/${entry}`)
  } else if (found.isSymbolicLink()) hash.update(`\0l ${name}\0${await readlink(path)}`)
  else if (found.isFile()) {
    hash.update(`\0f ${name}\0${(found.mode & 0o100) === 0 ? '-' : 'x'}\0${found.size}\0`)
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  } else hash.update(`\0o ${name}`)
}
