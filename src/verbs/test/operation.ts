import type { App } from '../../app.ts'
import { createCounter } from '../../provision/count-tokens.ts'
import { formatNamed } from '../../provision/formats.ts'
import { lint } from '../../provision/lint/lint.ts'
import { makeSeed } from '../../provision/load.ts'
import { type BlockPart, blockParts } from '../../provision/text-block.ts'
import type { SeedPreview } from './shape.ts'
import type { Connection } from '../../store/connection.ts'
import { readTemplate } from '../../template/run.ts'
import { previewLessons } from '../lessons/ask-operation.ts'
import { type LoadInput, roomForLessons } from '../load/operation.ts'

export type { SeedPreview } from './shape.ts'

/**
 * Shows what the next session would see of a template in any state, with the cost of each part. Records nothing in the
 * ledger.
 */
export const testTemplate = async (
  app: Pick<App, 'now' | 'owner' | 'machine' | 'place'>,
  store: Connection,
  { name, owner = app.owner, ...options }: LoadInput,
): Promise<SeedPreview> => {
  const template = await readTemplate(store, { owner, name })
  const room = await roomForLessons(store, template, options)
  const lessons = room === undefined ? undefined : await previewLessons({ ...app, owner }, store, room)
  const {
    seed,
    form,
    downgraded,
    value,
    text,
    tokens: estimate,
  } = makeSeed(template, { ...options, lessons, now: app.now() })
  const count = await createCounter()
  const format = formatNamed(options.format)
  const parts: (BlockPart | { part: 'message'; id: null; text: string })[] = blockParts(seed)
  const { message } = options
  if (message !== undefined && format.takesMessage) parts.push({ part: 'message', id: null, text: message })
  return {
    template: { name: template.name, version: template.version, hash: template.hash, state: template.state },
    format: format.name,
    form,
    downgraded,
    parts: parts.map((part) => ({ ...part, tokens: count(part.text) })),
    tokens: lint(value, format, { count }).tokens,
    estimate,
    document: text,
  }
}
