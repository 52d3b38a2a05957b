import type { App } from '../../app.ts'
import { listHeads } from '../../verbs/warm-session/list-operation.ts'
import type { TemplateSummary } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'

/** A part of a list, and where the next part begins. */
export interface Page<Item> {
  items: Item[]
  nextCursor?: string
}

/** This many templates are listed at a time. */
const PAGE = 100

/** The active templates of the owner by name, from the one behind the cursor on. Templates that come or go meanwhile shift nothing. */
export const activeTemplates = async (
  { owner }: Pick<App, 'owner'>,
  store: Connection,
  cursor = '',
): Promise<Page<TemplateSummary>> => {
  const { templates: items, count } = await listHeads(store, { owner, state: 'active', most: PAGE, behind: cursor })
  const last = items.at(-1)
  return count > PAGE && last !== undefined ? { items, nextCursor: last.name } : { items }
}
