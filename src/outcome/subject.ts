import type { Complaint } from '../complaint/complaint.ts'
import { readComplaints } from '../complaint/read-complaints.ts'
import { isRecord } from '../lib/json.ts'
import type { JudgeInput } from '../schema/outcome.ts'
import { openShellResult, unwrapAnswer, type Envelope } from './envelope.ts'
import { commandText } from '../shell/command-text.ts'
import { natureOf } from '../shell/nature.ts'
import { readShell, type ShellScript } from '../shell/script.ts'
import { viewText, type TextView } from './text-view.ts'
import { readToolFacts, type ToolFamily } from './tool-facts.ts'

/** One call as the rungs see it. The costly parts are made when first asked for: most calls are decided by a flag. */
export interface Subject {
  readonly tool: string
  readonly family: ToolFamily
  readonly args: unknown
  /** Absent: there is no result. */
  readonly result: string | undefined
  readonly fields: Readonly<Record<string, unknown>> | undefined
  /** The exit code the format recorded beside the text. */
  readonly exitCode: number | undefined
  envelope(): Envelope
  view(): TextView
  script(): ShellScript | undefined
  /** What it found wrong; asked for only where it failed. */
  complaints(): readonly Complaint[]
}

/** Takes input of any shape: what has the wrong type is absent. */
export const toSubject = (input: JudgeInput): Subject => {
  const tool = typeof input.tool === 'string' ? input.tool : ''
  const given = typeof input.result === 'string' ? input.result : undefined
  const fields = isRecord(input.fields) ? input.fields : undefined
  const { family } = readToolFacts(tool, input.args)
  const runs = family === 'shell' || family === 'process'
  const result = given === undefined || runs ? given : unwrapAnswer(given)
  let envelope: Envelope | undefined
  let view: TextView | undefined
  let script: ShellScript | undefined
  let scriptRead = false
  let complaints: Complaint[] | undefined
  return {
    tool,
    family,
    args: input.args,
    result,
    fields,
    exitCode:
      exitCodeOf(input.exitCode) ??
      exitCodeOf(fields?.['exitCode']) ??
      exitCodeOf(fields?.['exit_code']) ??
      exitCodeOf(fields?.['exit']),
    envelope: () => (envelope ??= runs ? openShellResult(result ?? '') : { body: result ?? '' }),
    view() {
      return (view ??= viewText(this.envelope().body))
    },
    script() {
      if (!scriptRead) {
        scriptRead = true
        const text = family === 'shell' ? commandText(input.args) : undefined
        script = text === undefined ? undefined : readShell(text)
      }
      return script
    },
    complaints() {
      return (complaints ??= complaintsOf(this))
    },
  }
}

const complaintsOf = (subject: Subject): Complaint[] => {
  const commands = subject.script()?.commands ?? []
  const checker =
    commands.find((command) => CHECKS.has(natureOf(command)) && !RUNNERS.has(command.program))?.program ?? ''
  const speaking = commands.filter(({ program }) => program !== '')
  const askers = speaking.length === 0 ? [{ program: subject.tool, words: [] }] : speaking
  return readComplaints({
    text: subject.envelope().body,
    checker,
    askers,
    about: aboutOf(subject.args),
    quotes: speaking.length > 0 && speaking.every((command) => QUOTING.has(natureOf(command))),
  })
}

/** Arguments that name the file or directory a tool is to work on, or in. */
const PATH_NAMES =
  'file_path filePath path notebook_path absolute_path target_file filename file dir_path directory workdir cwd'.split(
    ' ',
  )

const aboutOf = (args: unknown): string => {
  if (!isRecord(args)) return ''
  for (const name of PATH_NAMES) {
    const value = args[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}

/** They print what others wrote. */
const QUOTING: ReadonlySet<string> = new Set(['content', 'search', 'silent', 'unfailing', 'probe', 'mute'])

/** They start a checker that the line does not name. */
const RUNNERS = new Set(
  'npm pnpm yarn bun deno make gmake just mise task python python3 turbo nx pre-commit'.split(' '),
)
const CHECKS: ReadonlySet<string> = new Set(['test', 'check', 'build'])

const exitCodeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined
