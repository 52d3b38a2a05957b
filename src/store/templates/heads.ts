import type { Connection, Row } from '../connection.ts'
import { type Condition, given, where } from '../statement.ts'
import { soundColumnsOf, TEMPLATE } from './columns.ts'
import type { TemplateRow } from './template.ts'

export interface HeadFilter {
  state?: string | undefined
  /** A source or a platform. */
  where?: string | undefined
  /** All of them. */
  tags?: readonly string[] | undefined
  /** By name, from the first behind this one on; undefined: newest first. */
  behind?: string | undefined
}

/** Templates of an owner without what they hold, and how many fit: what a list shows, at a hundredth of the reading. */
export const templateHeads = async (
  connection: Connection,
  owner: string,
  { most, ...filter }: HeadFilter & { most: number },
): Promise<{ rows: TemplateRow[]; count: number }> => {
  const { sql, values } = conditionOf(owner, filter)
  const order = filter.behind === undefined ? 'template.updated_at desc, template.name' : 'template.name'
  const rows = await connection.all<TemplateRow>(
    `select ${soundColumnsOf(TEMPLATE)} from template where ${sql} order by ${order} limit ?`,
    [...values, most],
  )
  if (rows.length < most) return { rows, count: rows.length }
  const [all] = await connection.all<Row & { count: number }>(
    `select count(*) as count from template where ${sql}`,
    values,
  )
  return { rows, count: all?.count ?? rows.length }
}

const conditionOf = (owner: string, { state, where: source, tags = [], behind }: HeadFilter): Condition =>
  where(
    ['template.owner = ?', owner],
    given('template.state = ?', state),
    given('(template.source = ? or template.platform = ?)', source, source),
    given('template.name > ?', behind),
    // Tags are a JSON list of words in lower case, so a text from which the word can be removed has the tag.
    ...tags.map(
      (tag) => ["replace(template.tags, ?, '') <> template.tags", JSON.stringify(tag.toLowerCase())] as const,
    ),
  )
