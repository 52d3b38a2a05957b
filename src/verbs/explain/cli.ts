import { answer } from '../../interfaces/cli/answer.ts'
import { AppError } from '../../lib/error.ts'
import { type Explanation, explain } from './operation.ts'
import { explainTemplate, isSeedId, type TemplateExplanation } from './template-operation.ts'
import type { Connection } from '../../store/connection.ts'
import type { LessonExplanation } from '../lessons/explain-operation.ts'
import { type Command, type Context } from '../../interfaces/cli/command.ts'
import { projectOf } from '../../interfaces/cli/history-filter.ts'
import { outcomeMark } from '../calls/outcome-show.ts'
import { renderFacts, toPlainLine, renderRemark, type ShownFact } from '../../interfaces/cli/section.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { templateExplanationLines } from './template-show.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import type { Terminal } from '../../interfaces/cli/terminal.ts'

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
  summary: 'show what an outcome, a lesson or a template rests on, back to file and line',
  arguments: 'CALL|LESSON|SEED_ID|TEMPLATE[/PIECE]',
  positionals: { least: 1, most: 1 },
  flags: {
    owner: { type: 'string', value: 'NAME', help: 'whose templates (default: the local user)' },
    project: { type: 'string', value: 'PATH', help: "whose lessons (default: the current directory's)" },
  },
  details: [
    'A call or a lesson by its id or the beginning of it, at least 4 digits; a template by its name, or one piece of it by the beginning of its id; a call that a seed put into a conversation by its id, which begins with wseed.',
  ],
  examples: [
    ['warmstart explain 3fa91c0b', 'the call whose id begins so'],
    ['warmstart explain 9c41e07a2b5d', 'the lesson of this id, with the calls on both sides'],
    ['warmstart explain shop', 'every piece of the template shop, with the calls it comes from'],
    ['warmstart explain wseed0a1b2c3d4e5f', 'where the example came from that a session was given'],
  ],
  run: async (context) => {
    const { explanation, lines } = await explained(context)
    return answer(context, explanation, lines)
  },
}

interface Explained {
  explanation: Explanation | TemplateExplanation | LessonExplanation
  lines: () => string[]
}

/**
 * The word itself tells what it names: the id of a seed has a form of its own, ids of calls and lessons are hex
 * digits.
 */
const explained = async (context: Context): Promise<Explained> => {
  const { terminal } = context
  const store = await context.store()
  const name = context.positionals[0] ?? ''
  const owner = context.text('owner') ?? context.app.owner
  const ofTemplate = async (): Promise<Explained> => {
    const explanation = await explainTemplate(store, { owner, name })
    return { explanation, lines: () => templateExplanationLines(explanation, terminal) }
  }
  if (isSeedId(name)) return ofTemplate()
  const call = await callOrReason(store, name)
  const lesson = await lessonMeant(context, name, call)
  if (lesson !== undefined) return lesson
  if (!(call instanceof AppError)) return { explanation: call, lines: () => render(call, terminal) }
  if (call.code !== 'no-such-call') throw call
  return ofTemplate().catch((other: unknown) => {
    if (other instanceof AppError && other.code === 'no-such-template') throw notFound(call, name)
    throw other
  })
}

const callOrReason = async (store: Connection, name: string): Promise<Explanation | AppError> => {
  try {
    return await explain(store, name)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** The lesson with this id, if any. Mines the project only if neither a call nor a lesson found earlier fits. */
const lessonMeant = async (
  context: Context,
  name: string,
  call: Explanation | AppError,
): Promise<Explained | undefined> => {
  if (!/^[0-9a-f]{4,40}$/i.test(name)) return undefined
  const { explainLesson, keptLessonNamed, projectLessonNamed } = await import('../lessons/explain-operation.ts')
  const store = await context.store()
  const isCall = !(call instanceof AppError)
  const isNone = !isCall && call.code === 'no-such-call'
  const lesson =
    (await keptLessonNamed(context.app, store, name)) ??
    (isNone
      ? await projectLessonNamed(context.app, store, { name, project: await projectOfContext(context) })
      : undefined)
  if (lesson === undefined) return undefined
  if (!isNone && lesson.id !== name.toLowerCase())
    throw new AppError(
      'ambiguous',
      `${name} begins the id of a lesson and of ${isCall ? 'a call' : 'several calls'}\n  ${lesson.id}  ${lesson.text}${isCall ? `\n  ${call.call.id}  ${call.call.tool}` : ''}`,
      { hint: 'give more digits of the id' },
    )
  const explanation = await explainLesson(store, lesson)
  const { lessonExplanationLines } = await import('../lessons/explain-show.ts')
  return { explanation, lines: () => lessonExplanationLines(explanation, context.terminal) }
}

const projectOfContext = async (context: Context): Promise<string> => {
  const { askedProject } = await import('../lessons/current-project.ts')
  // The sample belongs to no directory of this machine, so its lessons are listed as those of one project.
  if (context.isSet('sample')) return projectOf(context.text('project')) ?? '*'
  return askedProject(context)
}

const notFound = (cause: AppError, name: string): AppError =>
  new AppError('no-such-call', `no call, lesson or template is called ${name}`, {
    hint: '`warmstart calls` lists calls, `warmstart lessons --all` lessons, `warmstart list` templates; of an id, the first 4 digits are enough',
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
    ['evidence', toPlainLine(call.evidence)],
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
  const lines = [`${bold(call.tool)}  ${outcomeMark(call, terminal)}${cause}`, ...renderFacts(facts, terminal)]
  if (explanation.intent !== '') lines.push('', dim('said before'), ...wrap(explanation.intent, terminal.width, '  '))
  const next = `Not so? \`warmstart outcome ${call.id.slice(0, 12)} ${call.outcome === 'ok' ? 'error' : 'ok'}\` overrules it. \`warmstart session ${call.session}\` shows what came before.`
  return [
    ...lines,
    ...shown('arguments', input.arguments, dim),
    ...shown('result', input.result, dim),
    '',
    ...renderRemark(next, terminal),
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
