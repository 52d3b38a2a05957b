import { isRecord } from '../lib/json.ts'
import type { JudgeInput } from '../schema/outcome.ts'
import { openShellResult, unwrapAnswer, type Envelope } from './envelope.ts'
import { commandText, readShell, type ShellScript } from './shell.ts'
import { viewText, type TextView } from './text-view.ts'
import { toolFacts, type ToolFamily } from './tools.ts'

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
}

/** Takes input of any shape: what has the wrong type is absent. */
export const toSubject = (input: JudgeInput): Subject => {
  const tool = typeof input.tool === 'string' ? input.tool : ''
  const given = typeof input.result === 'string' ? input.result : undefined
  const fields = isRecord(input.fields) ? input.fields : undefined
  const { family } = toolFacts(tool, input.args)
  const runs = family === 'shell' || family === 'process'
  const result = given === undefined || runs ? given : unwrapAnswer(given)
  let envelope: Envelope | undefined
  let view: TextView | undefined
  let script: ShellScript | undefined
  let scriptRead = false
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
  }
}

const exitCodeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined
