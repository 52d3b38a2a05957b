import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { loadSeed } from '../../verbs/load/operation.ts'
import { show } from '../../verbs/list/templates-operation.ts'
import { withoutUnconfirmed } from '../../provision/draft.ts'
import type { TemplateSummary } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { activeTemplates } from './active-templates.ts'
import { lessonAddress, lessonResources, LESSONS_TEMPLATE, readLessonResource } from './lessons.ts'

const JSON_TYPE = 'application/json'
const TEXT_TYPE = 'text/plain'

export const RESOURCE_TEMPLATES: ResourceTemplateType[] = [
  LESSONS_TEMPLATE,
  {
    uriTemplate: 'template://{name}',
    name: 'template',
    title: 'A template',
    description:
      'Everything an active template holds, with figures and evidence, as `warmstart show --json` prints it.',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: 'template://{name}/seed',
    name: 'seed',
    title: 'The seed of a template',
    description: 'What a new session would be given of an active template, as text.',
    mimeType: TEXT_TYPE,
  },
]

/**
 * Lists the lessons of every accepted project, and two resources for every active template: its content, and its seed.
 */
export const listResources = async (
  app: App,
  store: () => Promise<Connection>,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string }> => {
  const open = await store()
  const first = cursor === undefined ? await lessonResources(app, open) : []
  const { items, ...more } = await activeTemplates(app, open, cursor)
  return { resources: [...first, ...items.flatMap(resourcesOf)], ...more }
}

const resourcesOf = ({ name, description }: TemplateSummary): Resource[] => [
  { uri: uriOf(name), name, description, mimeType: JSON_TYPE },
  { uri: `${uriOf(name)}/seed`, name: `${name}/seed`, description: `The seed of ${name}.`, mimeType: TEXT_TYPE },
]

const uriOf = (name: string): string => `template://${encodeURIComponent(name)}`

/** Undefined if the address names nothing that exists; a template that is not active counts as missing. */
export const readResource = async (
  app: App,
  store: () => Promise<Connection>,
  uri: string,
): Promise<ReadResourceResult | undefined> => {
  const project = lessonAddress(uri.slice(0, LONGEST_CHARS))
  if (project !== undefined) return readLessonResource(app, await store(), { uri, project })
  const address = addressOf(uri)
  if (address === undefined) return undefined
  const { name, isSeed } = address
  const open = await store()
  try {
    const template = await show(open, { owner: app.owner, name })
    // The lookup also finds ids and prefixes of hashes, but an address must hold the name.
    if (template.state !== 'active' || template.name !== name) return undefined
    if (!isSeed) return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(withoutUnconfirmed(template)) }] }
    const { text } = await loadSeed(app, open, { name, format: 'text' })
    return { contents: [{ uri, mimeType: TEXT_TYPE, text }] }
  } catch (error) {
    if (error instanceof AppError && error.code === 'no-such-template') return undefined
    throw error
  }
}

const ADDRESS = /^template:\/\/([^/?#@]{1,800})(\/seed)?$/

const addressOf = (uri: string): { name: string; isSeed: boolean } | undefined => {
  const [, word, seed] = ADDRESS.exec(uri.slice(0, LONGEST_CHARS)) ?? []
  if (word === undefined) return undefined
  try {
    return { name: decodeURIComponent(word).normalize('NFC'), isSeed: seed !== undefined }
  } catch {
    return undefined // A % that begins no letter.
  }
}

const LONGEST_CHARS = 1_000
