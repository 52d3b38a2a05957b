import { posix } from 'node:path'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { experimentalNote } from '../../processes/backends/experimental.ts'
import { createProcesses } from '../../processes/client.ts'
import { encodeKeys, bytesOfPaste, wantsBrackets } from '../../processes/keys.ts'
import { missingPrograms } from '../../processes/local/missing-programs.ts'
import { isFinal } from '../../processes/machine.ts'
import type { Processes, ProcessView } from '../../processes/processes.ts'
import { commandLine } from '../../processes/quote-words.ts'
import { readSandbox } from '../../processes/sandboxes/read-sandbox.ts'
import type {
  ProcessInput,
  ProcessList,
  ProcessListing,
  ProcessOutput,
  ProcessStarted,
  ProcessWaited,
} from './shape.ts'
import type { Connection } from '../../store/connection.ts'

/** Lets a person start and inspect background processes. They keep running when the program that started them ends. */
export const createProcessDesk = (app: App, store: () => Promise<Connection>): ProcessDesk => {
  const processes = createProcesses(app, store)
  return {
    start: async ({ words, workdir, pty, sandbox }) => {
      const place = sandbox === undefined ? undefined : await readSandbox(sandbox)
      const { id, pid } = await processes.start({
        command: commandLine(words),
        pty,
        owner: app.owner,
        persist: true,
        ...(place === undefined
          ? { workdir: workdir ?? process.cwd() }
          : {
              workdir: workdir?.startsWith('/') ? workdir : posix.join(place.workdir ?? '.', workdir ?? '.'),
              backend: { name: place.name, target: place.target },
            }),
      })
      const note = place === undefined ? missingPrograms(app.place.env) : experimentalNote(place.name)
      return { id, pid: pid ?? null, ...(note === undefined ? {} : { note }) }
    },
    list: async () => ({ processes: (await processes.list()).map(listingOf) }),
    poll: async (id) => listingOf(await named(processes, id)),
    log: async (id, range) => {
      const { id: whole, state, exitCode } = await named(processes, id)
      return { id: whole, state, exitCode: exitCode ?? null, ...(await processes.log(whole, range)) }
    },
    wait: async (id, timeoutMs, signal) => {
      const view = await processes.wait(id, { timeoutMs, signal })
      return { ...listingOf(view), timedOut: !isFinal(view.state) }
    },
    kill: async (id) => listingOf(await processes.kill(id, app.owner)),
    write: (id, text) => sent(processes, id, text),
    submit: (id, text) => sent(processes, id, `${text}\n`),
    sendKeys: async (id, keys) => sent(processes, await terminalNamed(processes, id), encodeKeys(keys)),
    paste: async (id, text) => {
      const terminal = await terminalNamed(processes, id)
      const isBracketed = wantsBrackets((await processes.log(terminal)).text)
      return sent(processes, terminal, bytesOfPaste(text, isBracketed))
    },
    close: async (id) => {
      await processes.close(id)
      const view = await named(processes, id)
      return { id: view.id, bytes: 0, stdinOpen: view.stdinOpen }
    },
    resize: async (id, size) => {
      await processes.resize(id, size)
      return listingOf(await named(processes, id))
    },
  }
}

interface StartOfPerson {
  words: readonly string[]
  workdir: string | undefined
  pty: boolean
  /** In the form that `readSandbox` parses. */
  sandbox: string | undefined
}

export interface ProcessDesk {
  /**
   * Starts a process. Without a directory it starts in the caller's, or where the sandbox's shell begins. `note` is
   * for the user.
   */
  start(request: StartOfPerson): Promise<ProcessStarted & { note?: string }>
  list(): Promise<ProcessList>
  poll(id: string): Promise<ProcessListing>
  log(id: string, range: { offset?: number; limit?: number }): Promise<ProcessOutput>
  /** Waits until the process ends or the time is over. Returns its state and which of the two happened. */
  wait(id: string, timeoutMs: number, signal: AbortSignal): Promise<ProcessWaited>
  kill(id: string): Promise<ProcessListing>
  write(id: string, text: string): Promise<ProcessInput>
  submit(id: string, text: string): Promise<ProcessInput>
  sendKeys(id: string, keys: readonly string[]): Promise<ProcessInput>
  paste(id: string, text: string): Promise<ProcessInput>
  close(id: string): Promise<ProcessInput>
  resize(id: string, size: { rows: number; columns: number }): Promise<ProcessListing>
}

const named = async (processes: Processes, id: string): Promise<ProcessView> => {
  const view = await processes.find(id)
  if (view !== undefined) return view
  throw new AppError('no-such-process', `no process has the id ${id}, or several ids begin with it`, {
    hint: '`warmstart process list` lists them; four digits of an id are enough if no other id begins with them',
  })
}

const terminalNamed = async (processes: Processes, id: string): Promise<string> => {
  const view = await named(processes, id)
  if (view.pty) return view.id
  throw new AppError('no-terminal', `${view.id} has no terminal`, {
    hint: 'start it with --pty, or use `process write` and `process submit`',
  })
}

const sent = async (processes: Processes, id: string, text: string): Promise<ProcessInput> => {
  const { bytes } = await processes.write(id, text)
  const view = await named(processes, id)
  return { id: view.id, bytes, stdinOpen: view.stdinOpen }
}

const listingOf = (view: ProcessView): ProcessListing => ({
  id: view.id,
  pid: view.pid ?? null,
  state: view.state,
  command: view.command,
  workdir: view.workdir,
  pty: view.pty,
  backend: view.backend,
  scope: view.scope ?? null,
  sessionKey: view.sessionKey ?? null,
  owner: view.owner,
  startedAt: new Date(view.startedAt).toISOString(),
  exitedAt: view.exitedAt === undefined ? null : new Date(view.exitedAt).toISOString(),
  exitCode: view.exitCode ?? null,
  signal: view.signal ?? null,
  endedBy: view.endedBy ?? null,
  preview: view.preview,
  outputChars: view.outputChars,
  droppedChars: view.droppedChars,
  stdinOpen: view.stdinOpen,
  notifyOnComplete: view.notifyOnComplete,
  watchPatterns: [...view.watchPatterns],
})
