import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError, messageOf } from '../lib/error.ts'
import { hashOf } from '../lib/hash.ts'
import { asString, isRecord } from '../lib/json.ts'
import type { StartState } from './tasks/task.ts'
import type { TrialPlace } from './trial-place.ts'

const run = promisify(execFile)

type ImageStart = Extract<StartState, { kind: 'image' }>

/** Building an image may load gigabytes. */
const BUILD_TIMEOUT_MS = 60 * 60_000
const PROBE_TIMEOUT_MS = 10_000

/** Whether docker is here and its server answers. */
export const hasDocker = async (): Promise<boolean> =>
  run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: PROBE_TIMEOUT_MS }).then(
    () => true,
    () => false,
  )

const tagOf = ({ context }: ImageStart): string => `warmstart-task-${hashOf(context)}`

/** Takes the files of an image's working directory out of it; the agent works on them here, the check runs in the container. */
export const copyImageFiles = async (start: ImageStart, { work }: TrialPlace): Promise<void> => {
  const image = await buildImage(start)
  const name = `warmstart-${randomUUID()}`
  try {
    // Engines refuse an image that names no command of its own, and this one is never run.
    await docker(['create', '--name', name, image, 'sh'])
    await docker(['cp', `${name}:${start.workdir}/.`, work])
  } finally {
    await docker(['rm', '--force', name]).catch(() => undefined)
  }
}

const buildImage = async (start: ImageStart): Promise<string> => {
  if (start.image !== null) return start.image
  await docker(['build', '--quiet', '--tag', tagOf(start), start.context])
  return tagOf(start)
}

/** A command line that runs in a container. */
interface ContainerCommand {
  program: string
  args: string[]
  /** Ends the container, which goes on running when docker's own program is killed. Call it when the command line has ended. */
  remove(): Promise<void>
}

/** The command line that runs a command in a fresh container over the trial's directories. */
export const containerCommand = (
  start: ImageStart,
  place: TrialPlace,
  wanted: { command: string; env: Readonly<Record<string, string>> },
): ContainerCommand => {
  const name = `warmstart-${randomUUID()}`
  return {
    program: 'docker',
    args: runArguments(start, place, { ...wanted, name }),
    remove: async () => {
      await docker(['rm', '--force', name]).catch(() => undefined)
    },
  }
}

/**
 * Root of a container writes into the trial's directories, and a user of this machine must be able to delete what it wrote. The directory of the tests
 * is the user's own, whatever number the engine shows for that user inside.
 */
const GIVE_BACK = 'chown -R "$(stat -c %u:%g "$TESTS")" . "$TESTS" "$SOLUTION" /logs'

const runArguments = (
  start: ImageStart,
  { work, tests, solution, logs }: TrialPlace,
  { command, env, name }: { command: string; env: Readonly<Record<string, string>>; name: string },
): string[] => [
  'run',
  '--rm',
  '--name',
  name,
  ...[
    [work, start.workdir],
    [tests, '/tests'],
    [solution, '/solution'],
    [logs, '/logs'],
  ].flatMap(([from = '', to = '']) => ['--volume', `${from}:${to}`]),
  '--workdir',
  start.workdir,
  ...Object.entries({ ...env, TESTS: '/tests', SOLUTION: '/solution' }).flatMap(([name, value]) => [
    '--env',
    `${name}=${value}`,
  ]),
  start.image ?? tagOf(start),
  'sh',
  '-c',
  `(${command}); code=$?; ${GIVE_BACK} 2> /dev/null; exit $code`,
]

const docker = async (args: readonly string[]): Promise<string> => {
  try {
    return (await run('docker', [...args], { timeout: BUILD_TIMEOUT_MS })).stdout.trim()
  } catch (error) {
    throw new AppError('start-state', `docker ${args[0] ?? ''} failed: ${complaintOf(error)}`, {
      hint: '--local runs tasks without a container, where they only copy files',
      cause: error,
    })
  }
}

/** The last line that docker wrote; without one, why it could not be run. */
const complaintOf = (error: unknown): string => {
  const said = isRecord(error) ? asString(error['stderr'])?.trim() : undefined
  return said?.split('\n').at(-1) || (messageOf(error).split('\n')[0] ?? '')
}
