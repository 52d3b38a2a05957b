import { withoutTerminalCodes } from '../../lib/terminal-codes.ts'
import type { ProcessInput, ProcessList, ProcessListing, ProcessOutput, ProcessWaited } from './shape.ts'
import { layOutTable } from '../../interfaces/cli/table.ts'
import { escapeControls } from '../../interfaces/cli/terminal.ts'

/** One line per process, the newest last. */
export const listLines = ({ processes }: ProcessList, { width }: { width: number }): string[] => {
  if (processes.length === 0) return ['no background processes; `warmstart process start -- COMMAND` starts one']
  const rows = processes.map((each) => [
    each.id,
    stateOf(each),
    String(each.pid ?? ''),
    each.startedAt.slice(0, 19).replace('T', ' '),
    each.command.replace(/\s+/g, ' '),
  ])
  return layOutTable(
    [
      { title: 'id' },
      { title: 'state', shrink: 'end', least: 7 },
      { title: 'pid', align: 'right', drop: 2 },
      { title: 'started (UTC)', drop: 1 },
      { title: 'command', shrink: 'end' },
    ],
    rows,
    width,
  )
}

/** The state of a process, and the end of its output. */
export const processLines = (each: ProcessListing): string[] => [
  `${each.id}  ${stateOf(each)}${each.pid === null ? '' : `  pid ${each.pid}`}`,
  `  command  ${each.command.replace(/\s+/g, ' ')}`,
  `  in       ${each.workdir}`,
  `  since    ${each.startedAt}${each.exitedAt === null ? '' : `, ended ${each.exitedAt}`}`,
  `  output   ${each.outputChars} characters${each.droppedChars === 0 ? '' : `, of which the first ${each.droppedChars} are gone`}`,
  ...each.preview.split(/\r?\n/).filter((line, at, all) => line !== '' || at < all.length - 1),
]

/** The state of a process after a wait. If the wait ran out of time, the first line says so. */
export const waitedLines = (each: ProcessWaited, waitedS: number): string[] => [
  ...(each.timedOut ? [`waited ${waitedS} s; the process has not ended and runs on`] : []),
  ...processLines(each),
]

const stateOf = ({ state, exitCode, signal, endedBy }: ProcessListing): string => {
  const code = exitCode === null ? '' : ` ${signal ?? exitCode}`
  return `${state}${state === 'exited' || state === 'killed' ? code : ''}${endedBy === null ? '' : ` (${endedBy})`}`
}

export const inputLines = ({ id, bytes, stdinOpen }: ProcessInput): string[] => [
  `${id}  ${bytes} bytes sent${stdinOpen ? '' : ', its input is closed'}`,
]

export const outputText = ({ text }: ProcessOutput): string => {
  // Line ends of terminals, and lines that overwrite themselves, stay unchanged.
  const plain = withoutTerminalCodes(text).split('\r').map(escapeControls).join('\r')
  return plain === '' || plain.endsWith('\n') ? plain : `${plain}\n`
}
