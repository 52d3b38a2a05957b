import type { ProfileCall } from '../schema/tally.ts'
import { nameOf } from '../shell/names.ts'
import { readPlain } from '../shell/plain.ts'
import type { ShellCommand } from '../shell/script.ts'
import { lookThrough } from '../shell/wrappers.ts'
import { mainCommand, nameOfCommand } from './command-name.ts'
import { isShell } from './is-shell.ts'

/**
 * The shape of a call like `miningKey`, without the grammar of shells, which takes a moment to load. A command line
 * that is not plain counts as `shell`.
 */
export const plainShape = (call: Pick<ProfileCall, 'tool' | 'kind' | 'subject'>): string => {
  if (!isShell(call)) return call.tool
  const main = mainCommand(plainCommands(call.subject))
  return main === undefined ? 'shell' : nameOfCommand(main)
}

const plainCommands = (text: string): ShellCommand[] => {
  const lines: string[][] = [[]]
  for (const token of readPlain(text) ?? []) {
    if (token.kind === 'operator') lines.push([])
    else if (token.kind === 'word') lines.at(-1)?.push(token.text)
  }
  return lines
    .map((words) => lookThrough(words))
    .flatMap(([program, ...words]) => (program === undefined ? [] : [{ ...NOTHING, program: nameOf(program), words }]))
}

const NOTHING = { stderrDropped: false, stdoutTaken: false, via: [], files: [], looped: false }
