import { constants } from 'node:os'
import type { StoredProcess } from '../../store/live/process.ts'

/** The text that tells a session that one of its processes has ended. */
export const completionText = (process: StoredProcess, output: string): string =>
  `[IMPORTANT: Background process ${process.id} ${endingOf(process)}.\nCommand: ${shortCommand(process)}\nOutput:\n${output}]`

/** The text of an interim notice. */
export const interimText = (process: StoredProcess, output: string): string =>
  `[Background process ${process.id} is still running.\nCommand: ${shortCommand(process)}\nNew output:\n${output}]`

export const watchText = (
  process: StoredProcess,
  { lines, suppressed }: { lines: readonly string[]; suppressed: number },
): string => {
  const more =
    suppressed === 0
      ? ''
      : `\n(${suppressed} more matching ${suppressed === 1 ? 'line' : 'lines'} since the last notice)`
  return `[Background process ${process.id} printed what was watched for.\nCommand: ${shortCommand(process)}\nMatched:\n${lines.join('\n')}${more}]`
}

export const watchStoppedText = (process: StoredProcess, why: string): string =>
  `[Background process ${process.id} is no longer watched: ${why}.\nCommand: ${shortCommand(process)}]`

/** How the process ended, in words, with the exit code and the signal if there is one. */
const endingOf = ({ state, exitCode, endedBy }: Pick<StoredProcess, 'state' | 'exitCode' | 'endedBy'>): string => {
  const signal = signalOf(exitCode)
  const code =
    exitCode === undefined ? 'exit code unknown' : `exit code ${exitCode}${signal === undefined ? '' : `, ${signal}`}`
  switch (state) {
    case 'exited':
      return `${exitCode === 0 ? 'completed normally' : 'exited'} (${code})`
    case 'killed':
      return `was ended by ${endedBy ?? 'somebody'} (${code})`
    case 'failed-start':
      return `failed to start (${endedBy ?? 'reason unknown'})`
    case 'lost':
      return `is lost: it is gone, and nobody saw how it ended (${code})`
    default:
      return 'is running'
  }
}

/** The signal that an exit code above 128 stands for. */
export const signalOf = (exitCode: number | undefined): string | undefined => {
  if (exitCode === undefined || exitCode <= 128) return undefined
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0]
}

const COMMAND_CHARS = 200

const shortCommand = ({ command }: StoredProcess): string =>
  command.length > COMMAND_CHARS ? `${command.slice(0, COMMAND_CHARS)}…`.toWellFormed() : command
