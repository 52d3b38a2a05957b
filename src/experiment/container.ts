import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError, messageOf } from '../lib/error.ts'
import { hashOf } from '../lib/hash.ts'
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
    await docker(['create', '--name', name, image])
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

/** The command line that runs a command in a fresh container over the trial's directories. */
export const containerCommand = (
  start: ImageStart,
  { work, tests, solution, logs }: TrialPlace,
  { command, env }: { command: string; env: Readonly<Record<string, string>> },
): { program: string; args: string[] } => ({
  program: 'docker',
  args: [
    'run',
    '--rm',
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
    command,
  ],
})

const docker = async (args: readonly string[]): Promise<string> => {
  try {
    return (await run('docker', [...args], { timeout: BUILD_TIMEOUT_MS })).stdout.trim()
  } catch (error) {
    throw new AppError('start-state', `docker ${args[0] ?? ''} failed: ${messageOf(error).split('\n')[0] ?? ''}`, {
      hint: '--local runs tasks without a container, where they only copy files',
      cause: error,
    })
  }
}
