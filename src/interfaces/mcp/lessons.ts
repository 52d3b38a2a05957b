import type { GetPromptResult, Prompt, ReadResourceResult, Resource } from '@modelcontextprotocol/server'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { askLessons, type GivenLessons } from '../../verbs/lessons/ask-operation.ts'
import { armOf } from '../../schema/arm.ts'
import type { Connection } from '../../store/connection.ts'
import { acceptedRepositories } from '../../store/lessons/word.ts'
import { readTexts, type TextParameters } from './read-texts.ts'
import { SESSION_KEY, type ServedTool, textTool } from './served-tool.ts'

const PARAMETERS: TextParameters = {
  type: 'object',
  properties: {
    project: {
      type: 'string',
      description: 'Path of the project, or the name of its folder. Without it the directory that you started in.',
    },
    task: {
      type: 'string',
      description: 'What is to be done, in the words of the user: brings lessons that fit these words too.',
    },
    max_tokens: { type: 'integer', description: 'Tokens that the lines may have; 250 unless told.' },
    session_key: SESSION_KEY,
  },
  required: [],
  additionalProperties: false,
}

/** The tool for a project's lessons, for a client that works in this directory, if it is known. */
export const lessonsTool = (directory: string | undefined): ServedTool =>
  textTool(
    {
      name: 'lessons',
      title: 'What goes wrong in this project',
      searchHint: 'start of a session: mistakes that earlier sessions made in this project, and what to do instead',
      description:
        'Call this once at the start of a session: a few true lines about this project, such as paths that do not exist and commands that fail, with what to do instead. Answers with no line where nothing is known.',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      parameters: PARAMETERS,
    },
    (app, store, texts) => lessonsFor(app, store, { texts, directory }),
  )

const lessonsFor = (
  app: App,
  store: Connection,
  { texts, directory }: { texts: Record<string, string>; directory: string | undefined },
): Promise<GivenLessons> => {
  const { project = directory, task, max_tokens: maxTokens, session_key: sessionKey } = texts
  if (project === undefined)
    throw new AppError('usage', `project is missing: ${PARAMETERS.properties['project']?.description ?? ''}`)
  return askLessons(app, store, {
    project,
    task,
    sessionKey,
    maxTokens: maxTokens === undefined ? undefined : Number(maxTokens),
    arm: armOf(app.place.env),
  })
}

export const LESSONS: Prompt = {
  name: 'lessons',
  title: 'Lessons of a project',
  description: 'What goes wrong in a project again and again, and what to do instead, from earlier sessions.',
  arguments: Object.entries(PARAMETERS.properties).map(([name, { description }]) => ({
    name,
    description,
    required: false,
  })),
}

/** The lessons as a message of the user, followed by the task. Without lessons, only the task or the reason. */
export const lessonsPrompt = async (
  app: App,
  store: Connection,
  { given, directory }: { given: Record<string, string>; directory: string | undefined },
): Promise<GetPromptResult> => {
  const texts = readTexts(given, PARAMETERS)
  const { text, reason } = await lessonsFor(app, store, { texts, directory })
  const said = [text === '' ? (texts['task'] === undefined ? (reason ?? '') : '') : text, texts['task'] ?? '']
  return {
    description: reason ?? LESSONS.title ?? '',
    messages: [{ role: 'user', content: { type: 'text', text: said.filter((part) => part !== '').join('\n\n') } }],
  }
}

export const LESSONS_TEMPLATE = {
  uriTemplate: 'lessons://{project}',
  name: 'lessons',
  title: 'The lessons of a project',
  description: 'What a new session is told about a project, as text.',
  mimeType: 'text/plain',
}

/** One resource for each project with the owner's yes. */
export const lessonResources = async ({ owner }: Pick<App, 'owner'>, store: Connection): Promise<Resource[]> =>
  (await acceptedRepositories(store, owner))
    .filter(({ repository }) => repository !== '')
    .map(({ repository }) => ({
      uri: `${SCHEME}${encodeURIComponent(repository)}`,
      name: `lessons of ${repository}`,
      description: `What a new session is told about ${repository}.`,
      mimeType: LESSONS_TEMPLATE.mimeType,
    }))

const SCHEME = 'lessons://'

/** The project of an address; undefined if the address is of something else. */
export const lessonAddress = (uri: string): string | undefined => {
  if (!uri.startsWith(SCHEME)) return undefined
  try {
    return decodeURIComponent(uri.slice(SCHEME.length)) || undefined
  } catch {
    return undefined // A % that begins no letter.
  }
}

/** The lessons of a project with a yes; undefined for other projects. */
export const readLessonResource = async (
  app: App,
  store: Connection,
  { uri, project }: { uri: string; project: string },
): Promise<ReadResourceResult | undefined> => {
  const accepted = await acceptedRepositories(store, app.owner)
  if (!accepted.some(({ repository }) => repository === project)) return undefined
  const { text } = await askLessons(app, store, { project, arm: armOf(app.place.env) })
  return { contents: [{ uri, mimeType: LESSONS_TEMPLATE.mimeType, text }] }
}
