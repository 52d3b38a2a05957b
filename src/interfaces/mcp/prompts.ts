import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { loadSeed } from '../../verbs/load/operation.ts'
import { selectFor } from '../../verbs/select/operation.ts'
import { armOf } from '../../schema/arm.ts'
import type { TemplateSummary } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { activeTemplates } from './active-templates.ts'
import { LESSONS, lessonsPrompt } from './lessons.ts'
import { readTexts, type TextParameters } from './read-texts.ts'
import { HOW } from './served-tool.ts'
import { seedOf } from './tools.ts'

const TASK = { name: 'task', description: 'What is to be done; it comes last.', required: false }

const WARM_START: Prompt = {
  name: 'warm_start',
  title: 'Start warm',
  description:
    'A few proven examples from earlier sessions for a task, from the template that fits it best or from the one you name.',
  arguments: [
    TASK,
    { name: 'template', description: 'Name of a template; without it one is chosen by the task.', required: false },
  ],
}

/** Clients turn names into commands, and not all of them accept every letter. */
const FITTING_NAME = /^[A-Za-z\d][\w.-]{0,63}$/

/** `lessons`, `warm_start`, and a prompt for every active template. */
export const listPrompts = async (
  app: App,
  store: () => Promise<Connection>,
  cursor: string | undefined,
): Promise<{ prompts: Prompt[]; nextCursor?: string }> => {
  const first = cursor === undefined ? OWN_PROMPTS : []
  const { items, ...more } = await activeTemplates(app, await store(), cursor)
  return { prompts: [...first, ...items.filter(isFitting).map(promptOf)], ...more }
}

/** The prompts that need no template. */
export const OWN_PROMPTS: readonly Prompt[] = [LESSONS, WARM_START]

const isFitting = ({ name }: TemplateSummary): boolean =>
  FITTING_NAME.test(name) && !OWN_PROMPTS.some((own) => own.name === name)

const promptOf = ({ name, description }: TemplateSummary): Prompt => ({
  name,
  description: description === '' ? `Start with the template ${name}.` : description,
  arguments: [TASK],
})

const parameters = ({ arguments: known = [] }: Prompt): TextParameters => ({
  type: 'object',
  properties: Object.fromEntries(
    known.map(({ name, description = '' }) => [name, { type: 'string' as const, description }]),
  ),
  required: [],
  additionalProperties: false,
})

interface PromptAsked {
  name: string
  arguments?: Record<string, string> | undefined
  /** The client's directory, if it is known. */
  directory?: string | undefined
}

/** The examples as a message of the user, followed by the task. If nothing fits, only the task and the reason. */
export const getPrompt = async (
  app: App,
  store: () => Promise<Connection>,
  { name, arguments: given = {}, directory }: PromptAsked,
): Promise<GetPromptResult> => {
  if (name === LESSONS.name) return lessonsPrompt(app, await store(), { given, directory })
  const isGeneral = name === WARM_START.name
  const { task, template } = readTexts(given, parameters(isGeneral ? WARM_START : { name, arguments: [TASK] }))
  const wanted = isGeneral ? template : name
  if (wanted !== undefined) return promptOfTemplate(app, await store(), { name: wanted, task })
  if (task === undefined)
    throw new AppError('usage', 'warm_start needs a task to choose a template by, or the name of a template')
  const open = await store()
  const selection = await selectFor(app, open, { text: task, arm: armOf(app.place.env), how: HOW })
  const seed = await seedOf(app, open, selection)
  return {
    description: selection.reason,
    messages: [message(seed === null ? task : `${seed.trimEnd()}\n\n${task}`)],
  }
}

const promptOfTemplate = async (
  app: App,
  store: Connection,
  { name, task }: { name: string; task: string | undefined },
): Promise<GetPromptResult> => {
  const { text, template } = await loadSeed(app, store, { name, format: 'text', message: task })
  return { description: `${template.name}, version ${template.version}`, messages: [message(text.trimEnd())] }
}

const message = (text: string): GetPromptResult['messages'][number] => ({
  role: 'user',
  content: { type: 'text', text },
})
