import { AppError } from '../../../lib/error.ts'
import { type Explanation, explain } from '../../../operations/explain.ts'
import { explainTemplate, isSeedId, type TemplateExplanation } from '../../../operations/explain-template.ts'
import { type Command, type Context, EXIT } from '../command.ts'
import { outcomeMark } from '../show-outcome.ts'
import { factList, plain, remark, type ShownFact } from '../section.ts'
import { counted, grouped } from '../show-sync.ts'
import { templateExplanationLines } from '../show-template-explanation.ts'
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
  paged: true,
  readsOnly: true,
  answersUnwritable: true,
  summary: 'show what an outcome or a template rests on, back to file and line',
  arguments: 'CALL|SEED_ID|TEMPLATE[/PIECE]',
  positionals: { least: 1, most: 1 },
  flags: { owner: { type: 'string', value: 'NAME', help: 'whose templates (default: the local user)' } },
  details: [
    'A call by its id or the beginning of it; a template by its name, or one piece of it by the beginning of its id; a call that a seed put into a conversation by its id, which begins with wseed.',
  ],
  examples: [
    ['warmstart explain 3fa91c0b', 'the call whose id begins so'],
    ['warmstart explain shop', 'every piece of the template shop, with the calls it comes from'],
    ['warmstart explain wseed0a1b2c3d4e5f', 'where the example came from that a session was given'],
  ],
  run: async (context) => {
    const { explanation, lines } = await explained(context)
    if (context.isSet('json')) context.terminal.json(explanation)
    else for (const line of lines()) context.terminal.line(line)
    return EXIT.ok
  },
}

/** What is meant is told from the word: a seed's id has its own look, and calls have ids of hex digits. */
const explained = async (
  context: Context,
): Promise<{ explanation: Explanation | TemplateExplanation; lines: () => string[] }> => {
  const { terminal } = context
  const store = await context.store()
  const name = context.positionals[0] ?? ''
  const owner = context.text('owner') ?? context.app.owner
  const ofTemplate = async () => {
    const explanation = await explainTemplate(store, { owner, name })
    return { explanation, lines: () => templateExplanationLines(explanation, terminal) }
  }
  if (isSeedId(name)) return ofTemplate()
  try {
    const explanation = await explain(store, name)
    return { explanation, lines: () => render(explanation, terminal) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'no-such-call') throw error
    return await ofTemplate().catch((other: unknown) => {
      if (other instanceof AppError && other.code === 'no-such-template') throw notFound(error)
      throw other
    })
  }
}

const notFound = (cause: AppError): AppError =>
  new AppError('no-such-call', `${cause.message}, and no template is called so`, {
    hint: 'ids of calls are hex digits, at least 4 of them: `warmstart calls` lists them; `warmstart list` lists templates',
    cause,
  })

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
    ['position', `call ${grouped(call.position)}${of}${call.at === null ? '' : `, ${call.at}`}`],
    ...explanation.copies.flatMap((copy): ShownFact[] => [
      ['copied to', copy.session, 'whole'],
      ['at', `${copy.file}:${copy.line}`, 'whole'],
    ]),
  ]
  const lines = [`${bold(call.tool)}  ${outcomeMark(call, terminal)}${cause}`, ...factList(facts, terminal)]
  if (explanation.intent !== '') lines.push('', dim('said before'), ...wrap(explanation.intent, terminal.width, '  '))
  const next = `Not so? \`warmstart outcome ${call.id.slice(0, 12)} ${call.outcome === 'ok' ? 'error' : 'ok'}\` overrules it. \`warmstart session ${call.session}\` shows what came before.`
  return [
    ...lines,
    ...shown('arguments', input.arguments, dim),
    ...shown('result', input.result, dim),
    '',
    ...remark(next, terminal),
  ]
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
