import type { Tool } from '../../agent/tool.ts'
import { TOOLSETS } from '../../agent/toolsets.ts'
import type { TurnRequest } from '../../agent/turn.ts'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { experimentalNote } from '../../processes/backends/experimental.ts'
import { createProcesses } from '../../processes/client.ts'
import { enterSandbox } from '../../processes/sandboxes/enter-sandbox.ts'
import { readSandbox, sandboxText } from '../../processes/sandboxes/read-sandbox.ts'
import type { Connection } from '../../store/connection.ts'
import { readLiveSession } from '../../store/live/live-session.ts'

/** The sandbox that an agent's commands run in. */
export interface AgentSandbox {
  name: string
  target: string
  workdir: string
  /** The sandbox as the user names it, with the directory that was found. */
  text: string
  warnings: readonly string[]
}

/** Parses the requested sandbox and checks that it is there; undefined if commands run on this machine. */
export const openSandbox = async (
  app: App,
  store: Connection,
  asked: string | undefined,
): Promise<AgentSandbox | undefined> => {
  const place = asked === undefined ? undefined : await readSandbox(asked)
  if (place === undefined) return undefined
  const processes = createProcesses(app, async () => store)
  const { name, target, workdir } = await enterSandbox(processes, place, app.owner).finally(processes.disconnect)
  const note = experimentalNote(name)
  return {
    name,
    target,
    workdir,
    text: sandboxText({ name, target, workdir }),
    warnings: note === undefined ? [] : [note],
  }
}

/**
 * The tools that may be used with a sandbox. File tools work on this machine, so they are left out with a note, and
 * refused if the user named them: files of two machines that look like one would mislead the model.
 */
export const toolsBeside = (
  sandbox: AgentSandbox | undefined,
  chosen: readonly Tool[],
  asked: string | undefined,
): { tools: Tool[]; warnings: string[] } => {
  const isOurs = ({ name }: Tool): boolean => TOOLSETS['file']?.includes(name) === true
  const leftOut = sandbox === undefined ? [] : chosen.filter(isOurs).map(({ name }) => name)
  if (sandbox === undefined || leftOut.length === 0) return { tools: [...chosen], warnings: [] }
  const words = `${leftOut.join(', ')} would work on this machine and not in ${sandbox.text}`
  if (asked !== undefined && asked.trim().toLowerCase() !== 'all')
    throw new AppError('usage', words, {
      hint: 'leave them out, as in --tools terminal,code: commands read and write files in the sandbox',
    })
  return { tools: chosen.filter((tool) => !isOurs(tool)), warnings: [`${words}: they are left out`] }
}

/** A session that began in a sandbox continues only in that sandbox, and never on this machine. */
export const requireSandboxOf = async (
  store: Connection,
  { session, owner }: TurnRequest,
  sandbox: AgentSandbox | undefined,
): Promise<void> => {
  const began = (await readLiveSession(store, owner, session))?.sandbox
  if (began === undefined || began === sandbox?.text) return
  throw new AppError('other-sandbox', `this session works in ${began}, not ${sandbox?.text ?? 'on this machine'}`, {
    hint: `go on with it by --sandbox '${began}', or begin a new one`,
  })
}
