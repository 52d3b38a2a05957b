import { commandRefusal, type CommandPlace } from './command-refusal.ts'
import { permit } from './permit.ts'
import type { ProcessCall } from './process-call.ts'

/**
 * Undefined if data may be typed into a process; else the text for the model. A shell or an interpreter runs what it
 * reads, in a directory and after earlier input that we do not track. So a person is asked about everything typed into
 * such a process, even about a line that is harmless by itself.
 */
export const inputRefusal = async (call: ProcessCall, data: string): Promise<string | undefined> => {
  if (PLAIN_KEYS.test(data)) return undefined
  const { live, context, view, given } = call
  const { sandbox } = live
  const place = {
    project: sandbox === undefined ? context.session.project : undefined,
    root: sandbox?.workdir ?? context.cwd,
    at: view.workdir,
    onHost: sandbox === undefined,
  }
  if (await runsNoInput(call, place)) return undefined
  const reason =
    (await commandRefusal(context, data.replaceAll('\r', '\n'), place)) ?? 'is typed into a process that may run it'
  const typed = given.action === 'send-keys' ? `the keys ${given.keys.join(' ')}` : data
  return permit(context, {
    tool: 'process',
    reason,
    what: `type into ${view.command} (in ${view.workdir}): ${typed}`,
  })
}

/**
 * Keys that neither type, change nor recall a line: blanks, Enter, C-c, C-d, C-l, C-u, C-z, left, right, home, end,
 * page up and down, back-tab, and Escape by itself.
 */
// oxlint-disable-next-line no-control-regex
const PLAIN_KEYS = /^(?:[\t\n\r \u0003\u0004\u000c\u0015\u001a]|\u001b(?:\[(?:[CDFHZ]|[56]~)|(?=\s|$)))*$/

/**
 * Whether a process is known not to run what it reads: its command is known to be harmless, and no program of that
 * kind takes commands from a pipe. On a terminal some of them open a pager, in which `!` starts a shell.
 */
const runsNoInput = async ({ context, view }: ProcessCall, place: CommandPlace): Promise<boolean> => {
  const { pty, command, startedAt } = view
  if (pty || command.includes(PLACEHOLDER)) return false
  // An earlier session may have changed the files that define the command.
  if (startedAt < context.session.startedAt) return false
  return (await commandRefusal(context, command, place)) === undefined
}

/** A secret was removed from the stored command, so it is not the command that was run. */
const PLACEHOLDER = '<SECRET:'
