import { AppError } from '../../lib/error.ts'
import { BACKENDS, CHANNELS } from '../backends/registry.ts'

/** A place to run things in that is not this machine. */
export interface SandboxPlace {
  /** Of the backend. */
  name: string
  target: string
  /** The directory inside; undefined: where a shell begins there. */
  workdir: string | undefined
}

/**
 * What `--sandbox` and `agent.sandbox` say: `BACKEND:TARGET[/DIRECTORY]`, or `local` for this machine, which is no sandbox. What is
 * wrong with it is said before anything is reached.
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

/** The same place always in the same words. */
export const sandboxText = ({ name, target, workdir = '' }: SandboxPlace): string => `${name}:${target}${workdir}`

const EXAMPLES = 'ssh:user@host, ssh:user@host/srv/app, docker:CONTAINER, docker:image:IMAGE#KEY'
const SHOWN_CHARS = 60

const splitName = (text: string): { name: string; rest: string } => {
  // As the command line of ssh takes it, with a port.
  if (text.startsWith('ssh://')) return { name: 'ssh', rest: text }
  const colon = text.indexOf(':')
  return colon < 0 ? { name: text, rest: '' } : { name: text.slice(0, colon), rest: text.slice(colon + 1) }
}

/** Names of images have slashes; the directory begins behind the key. */
const directoryAt = (rest: string): number => {
  if (rest.startsWith('ssh://')) return rest.indexOf('/', 'ssh://'.length)
  if (!rest.startsWith('image:')) return rest.indexOf('/')
  const key = rest.indexOf('#')
  return key < 0 ? -1 : rest.indexOf('/', key)
}
