import type { Connection } from '../store/connection.ts'
import { readyHeads, readyTermRows } from '../store/templates/ready.ts'
import { queryTerms } from './relevance-words.ts'
import { type Candidate, rankTemplates, type RelevanceQuery, toolTerm } from './relevance.ts'

export type { Candidate } from './relevance.ts'

/** The active templates of an owner that fit a task, best first, at most ten, including those below the floor. */
export const relevantTemplates = async (
  store: Connection,
  { owner, ...query }: RelevanceQuery & { owner: string },
): Promise<Candidate[]> => {
  const rows = await readyHeads(store, owner, query.taskType)
  if (rows.length === 0) return []
  const terms = queryTerms(query.text ?? '').slice(0, rows.length > MANY_TEMPLATES ? TERMS_OF_MANY : undefined)
  const asked = [...terms.map(({ term }) => term), ...(query.tools ?? []).slice(0, MOST_TOOLS).map(toolTerm)]
  const postings = new Map<string, { templateId: string; weight: number }[]>()
  for (const { term, template_id: templateId, weight } of await readyTermRows(store, owner, asked)) {
    const having = postings.get(term)
    if (having === undefined) postings.set(term, [{ templateId, weight }])
    else having.push({ templateId, weight })
  }
  const heads = rows.map(({ task_type: taskType, ...head }) => ({ ...head, taskType }))
  return rankTemplates(query, { heads, terms, postings })
}

/** With more templates than this every word takes time to look up, so only the most telling words are used. */
const MANY_TEMPLATES = 200
const TERMS_OF_MANY = 40

/** Tools of a query beyond this many are ignored. */
const MOST_TOOLS = 100
