import { realpath, stat } from 'node:fs/promises'
import { posix, resolve, sep } from 'node:path'
import type { ToolContext } from '../tool.ts'
import { commandRefusal } from './command-refusal.ts'
import type { LiveProcesses } from './live-processes.ts'
import { permit } from './permit.ts'

export type Gated = { workdir: string } | { refusal: string }

/**
 * Decides where a command may run. A command that is known to be harmless inside the session's directory runs without
 * a question; for every other command, and every other directory, a person is asked. A link that leads out counts as
 * outside.
 */
export const gateCommand = async (
  { sandbox }: LiveProcesses,
  context: ToolContext,
  { command, workdir }: { command: string; workdir: string | undefined },
): Promise<Gated> => {
  const place = sandbox === undefined ? await onHost(context.cwd, workdir) : inSandbox(sandbox.workdir, workdir)
  if ('refusal' in place) return place
  const { root, workdir: at } = place
  const project = sandbox === undefined ? context.session.project : undefined
  const reasons = [
    place.isOutside ? 'outside-directory' : undefined,
    await commandRefusal(context, command, { project, root, at, onHost: sandbox === undefined }),
  ]
  for (const reason of reasons) {
    if (reason === undefined) continue
    const refusal = await permit(context, { tool: 'terminal', reason, what: `run in ${at}: ${command}` })
    if (refusal !== undefined) return { refusal }
  }
  return { workdir: place.workdir }
}

interface Where {
  root: string
  workdir: string
  isOutside: boolean
}

const onHost = async (cwd: string, asked: string | undefined): Promise<Where | { refusal: string }> => {
  if (asked?.includes('\0')) return { refusal: 'workdir holds a NUL character' }
  const wanted = resolve(cwd, asked ?? '.')
  const found = await directoryAt(wanted)
  if (found === undefined) return { refusal: `workdir is not a directory that is there: ${wanted}` }
  const root = (await directoryAt(cwd)) ?? resolve(cwd)
  return { root, workdir: wanted, isOutside: !isWithin(found, root) }
}

/** The host cannot look into a sandbox; the command inside reports what is missing. */
const inSandbox = (root: string, asked: string | undefined): Where => {
  const workdir = posix.resolve(root, asked ?? '.')
  return { root, workdir, isOutside: !isWithin(workdir, root) }
}

const isWithin = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)

const directoryAt = async (path: string): Promise<string | undefined> => {
  try {
    return (await stat(path)).isDirectory() ? await realpath(path) : undefined
  } catch {
    return undefined
  }
}
