import { randomUUID } from 'node:crypto'
import { AppError } from '../../lib/error.ts'
import type { Processes } from '../processes.ts'
import { type SandboxPlace, sandboxText } from './read-sandbox.ts'

const ENTER_MS = 60_000

/**
 * Enters a sandbox and finds out its directory. It fails if the sandbox cannot be reached, before a tool relies on it.
 * If the sandbox is one of ours and does not exist yet, it is made.
 */
export const enterSandbox = async (
  processes: Processes,
  place: SandboxPlace,
  owner: string,
): Promise<SandboxPlace & { workdir: string }> => {
  const { id } = await processes.start({
    command: 'pwd -P',
    workdir: place.workdir ?? '.',
    owner,
    backend: { name: place.name, target: place.target },
    scope: { kind: 'task', id: randomUUID() },
  })
  try {
    const { exitCode } = await processes.wait(id, { timeoutMs: ENTER_MS })
    const workdir = (await processes.log(id)).text.replace(/\n$/, '')
    if (exitCode === 0 && workdir.startsWith('/')) return { ...place, workdir }
    throw new AppError('backend-unreachable', `${sandboxText(place)} does not say which directory it is in`, {
      hint: 'see docs/sandboxes.md on what has to be there',
    })
  } finally {
    await processes.kill(id, 'the look into the sandbox').catch(() => undefined)
    await processes.forget?.(id).catch(() => undefined)
  }
}
