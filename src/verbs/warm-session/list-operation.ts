import type { TemplateList } from '../../schema/listing/template.ts'
import type { Connection } from '../../store/connection.ts'
import { type HeadFilter, templateHeads } from '../../store/templates/heads.ts'
import { readTemplateUsage } from '../../store/templates/usage.ts'
import { summaryOf } from '../../template/summary.ts'

/**
 * Some templates of an owner, and how many fit. Their content is not read, so that the answer is fast even with
 * thousands of templates. A template with unreadable content fails when it is loaded.
 */
export const listHeads = async (
  store: Connection,
  { owner, ...filter }: HeadFilter & { owner: string; most: number },
): Promise<TemplateList & { count: number }> => {
  const { rows, count } = await templateHeads(store, owner, filter)
  const usage = await readTemplateUsage(store, owner)
  const list: TemplateList & { count: number } = { templates: [], damaged: [], count }
  for (const row of rows) {
    const { summary, problem } = summaryOf(row, usage.get(row.id))
    if (summary !== undefined) list.templates.push(summary)
    else list.damaged.push({ name: row.name, problem })
  }
  return list
}
