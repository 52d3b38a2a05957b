import { AppError } from '../../lib/error.ts'
import { BACKENDS, CHANNELS } from '../backends/registry.ts'

/** A place other than this machine where commands run. */
export interface SandboxPlace {
  /** Name of the backend. */
  name: string
  target: string
  /** The directory inside; undefined: the directory in which a shell begins there. */
  workdir: string | undefined
}

/**
 * Parses the value of `--sandbox` and `agent.sandbox`: `BACKEND:TARGET[/DIRECTORY]`, or `local` for this machine,
 * which is no sandbox. Reports mistakes before anything is contacted.
 */
export const readSandbox = async (text: string): Promise<SandboxPlace | undefined> => {
  if (text === 'local') return undefined
  const { name, rest } = splitName(text)
  const load = Object.hasOwn(CHANNELS, name) ? CHANNELS[name] : undefined
  if (load === undefined)
    throw new AppError('unknown-backend', `there is no sandbox ${JSON.stringify(name.slice(0, SHOWN_CHARS))}`, {
      hint: `one of ${Object.keys(BACKENDS).join(', ')}, as in ${EXAMPLES}`,
    })
  const at = directoryAt(rest)
  const target = at < 0 ? rest : rest.slice(0, at)
  const channel = (await load())({ now: Date.now, env: {}, directory: '/' })
  const problem = channel.problemOf(target)
  if (problem !== undefined) throw new AppError('bad-target', `${name}: ${problem}`, { hint: `as in ${EXAMPLES}` })
  const workdir = at < 0 ? undefined : rest.slice(at)
  if (workdir?.includes('\0')) throw new AppError('bad-target', `${name}: the directory holds a NUL character`)
  return { name, target, workdir }
}

/** Writes the same sandbox always in the same way. */
export const sandboxText = ({ name, target, workdir = '' }: SandboxPlace): string => `${name}:${target}${workdir}`

const EXAMPLES = 'ssh:user@host, ssh:user@host/srv/app, docker:CONTAINER, docker:image:IMAGE#KEY'
const SHOWN_CHARS = 60

const splitName = (text: string): { name: string; rest: string } => {
  // The form with a port that the command line of ssh accepts.
  if (text.startsWith('ssh://')) return { name: 'ssh', rest: text }
  const colon = text.indexOf(':')
  return colon < 0 ? { name: text, rest: '' } : { name: text.slice(0, colon), rest: text.slice(colon + 1) }
}

/** Image names contain slashes, so the directory begins after the key. */
const directoryAt = (rest: string): number => {
  if (rest.startsWith('ssh://')) return rest.indexOf('/', 'ssh://'.length)
  if (!rest.startsWith('image:')) return rest.indexOf('/')
  const key = rest.indexOf('#')
  return key < 0 ? -1 : rest.indexOf('/', key)
}
