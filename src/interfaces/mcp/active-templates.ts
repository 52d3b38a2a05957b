import type { App } from '../../app.ts'
import { listHeads } from '../../verbs/warm-session/list-operation.ts'
import type { TemplateSummary } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'

/** A part of a list, and where the next part begins. */
export interface Page<Item> {
  items: Item[]
  nextCursor?: string
}

/** The number of templates per page. */
const PAGE = 100

/**
 * The owner's active templates by name, from the cursor on. Templates that are added or removed meanwhile do not shift
 * the pages.
 */
export const activeTemplates = async (
  { owner }: Pick<App, 'owner'>,
  store: Connection,
  cursor = '',
): Promise<Page<TemplateSummary>> => {
  const { templates: items, count } = await listHeads(store, { owner, state: 'active', most: PAGE, behind: cursor })
  const last = items.at(-1)
  return count > PAGE && last !== undefined ? { items, nextCursor: last.name } : { items }
}
