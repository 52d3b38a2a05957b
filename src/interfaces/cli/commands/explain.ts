import { type Explanation, explain } from '../../../operations/explain.ts'
import { type Command, EXIT } from '../command.ts'
import { outcomeMark } from '../show-outcome.ts'
import { factList, plain, type ShownFact } from '../section.ts'
import { counted, grouped } from '../show-sync.ts'
import { wrap } from '../table.ts'
import type { Terminal } from '../terminal.ts'

const RUNGS: Record<string, string> = {
  flag: "the format's own flag",
  exit: 'the exit code',
  field: 'a structured field of the result',
  tool: 'what this tool always looks like when it works or fails',
  text: 'the text of the result',
  none: 'nothing: there was nothing to go by',
  person: 'a person',
}

export const explainCommand: Command = {
  name: 'explain',
  readsOnly: true,
  summary: 'show what an outcome rests on, back to file and line',
  arguments: 'CALL',
  positionals: { least: 1, most: 1 },
  examples: [['warmstart explain 3fa91c', 'the call whose id begins so']],
  run: async (context) => {
    const explanation = await explain(await context.store(), context.positionals[0] ?? '')
    if (context.isSet('json')) context.terminal.json(explanation)
    else for (const line of render(explanation, context.terminal)) context.terminal.line(line)
    return EXIT.ok
  },
}

const render = (explanation: Explanation, terminal: Terminal): string[] => {
  const { call, judged, origin, input } = explanation
  const { dim, bold } = terminal.colors
  const cause = call.cause === null ? '' : `, cause ${call.cause}`
  const state = origin.fileState === 'missing' ? ' (the file is gone)' : ''
  const of = call.agent === null ? '' : ` of sub-agent ${call.agent}`
  const facts: ShownFact[] = [
    ['decided by', `${RUNGS[call.rung] ?? call.rung} (rung ${call.rung}, rule ${call.rule})`],
    ['evidence', plain(call.evidence)],
    ['before', call.rung === 'person' ? `${judged.outcome} by rule ${judged.rule}` : null],
    ['masked', call.masked ? 'it ended with 0, but its text shows a command that failed' : null],
    ['call', `${origin.file}:${origin.line}${state}`, 'whole'],
    ['result', origin.resultLine === null ? 'none' : `${origin.file}:${origin.resultLine}`, 'whole'],
    ['session', call.session, 'whole'],
    ['position', `call ${grouped(call.position)}${of}`],
    ...explanation.copies.flatMap((copy): ShownFact[] => [
      ['copied to', copy.session, 'whole'],
      ['at', `${copy.file}:${copy.line}`, 'whole'],
    ]),
  ]
  const lines = [`${bold(call.tool)}  ${outcomeMark(call, terminal)}${cause}`, ...factList(facts, terminal)]
  if (explanation.intent !== '') lines.push('', dim('said before'), ...wrap(explanation.intent, terminal.width, '  '))
  return [...lines, ...shown('arguments', input.arguments, dim), ...shown('result', input.result, dim)]
}

const shown = (title: string, text: Explanation['input']['result'], dim: (text: string) => string): string[] => {
  if (text === null) return []
  const hidden = text.chars - text.head.length - text.tail.length
  const lines = ['', dim(`${title} (${counted(text.chars, 'character')})`)]
  for (const line of text.head.split('\n')) lines.push(`  ${line}`)
  if (text.tail !== '') {
    if (hidden > 0) lines.push(dim(`  … ${grouped(hidden)} characters are only in the file …`))
    for (const line of text.tail.split('\n')) lines.push(`  ${line}`)
  }
  return lines
}
