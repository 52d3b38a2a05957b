import { realpath, stat } from 'node:fs/promises'
import { posix, resolve, sep } from 'node:path'
import { scriptRefusal } from '../../mine/trust-script.ts'
import { placesOf } from '../fence/delicate.ts'
import { namedSecret } from '../fence/named-secrets.ts'
import type { ApprovalRequest, ToolContext } from '../tool.ts'
import type { LiveProcesses } from './live-processes.ts'

export type Gated = { workdir: string } | { refusal: string }

/**
 * Where a command may run, after a person said yes to what needs it: a command that destroys, sends, publishes, names a file with
 * secrets or cannot be read beforehand, and a directory outside the session's. A link that leads out is outside.
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
  const outside = { tool: 'terminal', reason: OUTSIDE, what: `run in ${at}: ${command}` }
  const refusal =
    (place.isOutside ? await ask(context, outside) : undefined) ??
    (await askDelicate(context, { tool: 'terminal', command, project, root, at }))
  return refusal === undefined ? { workdir: place.workdir } : { refusal }
}

const OUTSIDE = 'outside-directory'

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

/** The host cannot look into a sandbox; what is not there is said by whoever starts the command inside. */
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

interface Delicate {
  tool: string
  command: string
  /** Of the session; in a sandbox there is none. */
  project: string | undefined
  root: string
  at: string
}

/**
 * Undefined where the text, as a command line, destroys nothing and names no file with secrets, or a person allowed it. What is typed
 * into a shell is one too.
 */
export const askDelicate = async (
  context: ToolContext,
  { tool, command, project, root, at }: Delicate,
): Promise<string | undefined> => {
  const secret = namedSecret(command, { places: await placesOf(context.app, at), isShell: true })
  const reason =
    secret === undefined
      ? scriptRefusal(command, { project: project ?? root, cwd: root, at })
      : `names ${secret}, which may hold secrets`
  return reason === undefined ? undefined : ask(context, { tool, reason, what: `run in ${at}: ${command}` })
}

const ask = async (context: ToolContext, request: ApprovalRequest): Promise<string | undefined> => {
  if (await context.approve(request)) return undefined
  return `not allowed (${request.reason}): it needs a person's permission, which was not given. Find another way or ask for it`
}
