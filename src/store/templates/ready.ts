import type { Connection } from '../connection.ts'
import { allIn, IN_LIST } from '../statement.ts'
import { integer, nullable, pick, real, type RowOf, table, text } from '../table.ts'
import type { TemplateRow } from './template.ts'

export const READY_TERM = table('ready_term', ['owner', 'term', 'template_id'], {
  owner: text,
  term: text,
  template_id: text,
  weight: real,
})

export const READY_HINT = table('ready_hint', ['owner', 'key', 'template_id', 'recovery'], {
  owner: text,
  key: text,
  template_id: text,
  recovery: text,
  project: nullable(text),
  support: integer,
  expires_at: nullable(integer),
  text,
})

/** An active template as selecting sees it. Every question of this file names the owner in its SQL. */
export type ReadyHeadRow = Pick<TemplateRow, 'id' | 'name' | 'version' | 'hash' | 'project' | 'task_type'>

/** All templates that could be given; with a task type also those without one. */
export const readyHeads = (connection: Connection, owner: string, taskType?: string): Promise<ReadyHeadRow[]> =>
  connection.all<ReadyHeadRow>(
    `select template.id, template.name, ready.version, template.hash, template.project, template.task_type
       from ready join template on template.id = ready.template_id
      where ready.owner = ? and template.owner = ? and template.state = 'active' and ready.version = template.version
        and (ready.tokens > 0 or ready.tokens_later > 0)${taskType === undefined ? '' : ' and coalesce(template.task_type, ?) = ?'}`,
    [owner, owner, ...(taskType === undefined ? [] : [taskType, taskType])],
  )

const OF_TERM = pick(READY_TERM, 'term template_id weight')
export type ReadyTermRow = RowOf<typeof OF_TERM>

/** Rows read at most: of many templates only the words that few of them have tell anything. */
const MOST_TERM_ROWS = 2_000

/** Which templates have these terms, and how much they are about them; the rarest terms first, as far as they can be read quickly. */
export const readyTermRows = async (
  connection: Connection,
  owner: string,
  terms: readonly string[],
): Promise<ReadyTermRow[]> => {
  const counts = await allIn<{ term: string; n: number }>(
    connection,
    `select term, count(*) as n from ready_term where owner = ? and term in ${IN_LIST} group by term`,
    terms,
    { before: [owner] },
  )
  const having = `select ${OF_TERM} from ready_term where owner = ? and term in ${IN_LIST}`
  return allIn(connection, having, rarest(counts), { before: [owner] })
}

const rarest = (counts: readonly { term: string; n: number }[]): string[] => {
  const chosen: string[] = []
  let rows = 0
  for (const { term, n } of counts.toSorted((one, other) => one.n - other.n || (one.term < other.term ? -1 : 1))) {
    rows += n
    if (rows > MOST_TERM_ROWS) break
    chosen.push(term)
  }
  return chosen
}

export interface ReadySeed {
  version: number
  text: string
  /** Ids of what it shows. */
  seen: string[]
  dose: number
  tokens: number
}

/** The text that a session is given of a template, as it is at this time; undefined where there is none. */
export const readySeed = async (
  connection: Connection,
  owner: string,
  { templateId, now }: { templateId: string; now: number },
): Promise<ReadySeed | undefined> => {
  const later = 'ready.expires_at is not null and ready.expires_at <= ?'
  const [row] = await connection.all<{ version: number; text: string; seen: string; dose: number; tokens: number }>(
    `select ready.version, case when ${later} then ready.text_later else ready.text end as text,
            case when ${later} then ready.seen_later else ready.seen end as seen,
            case when ${later} then ready.dose_later else ready.dose end as dose,
            case when ${later} then ready.tokens_later else ready.tokens end as tokens
       from ready join template on template.id = ready.template_id
      where ready.owner = ? and ready.template_id = ? and template.owner = ? and template.state = 'active'
        and template.version = ready.version`,
    [now, now, now, now, owner, templateId, owner],
  )
  if (row === undefined || row.text === '') return undefined
  return { ...row, seen: JSON.parse(row.seen) as string[] }
}

const OF_HINT = pick(READY_HINT, 'template_id:templateId recovery text support')
export type ReadyHint = RowOf<typeof OF_HINT> & { version: number }

/** What helped against an error of one of these keys: of the own project first, then by support; each recovery once. */
export const readyHints = async (
  connection: Connection,
  owner: string,
  { keys, project, now }: { keys: readonly string[]; project?: string | undefined; now: number },
): Promise<ReadyHint[]> => {
  const rows = await allIn<ReadyHint & { project: string }>(
    connection,
    `select ${OF_HINT}, ready.version, coalesce(ready_hint.project, '') as project
       from ready_hint join template on template.id = ready_hint.template_id
       join ready on ready.template_id = ready_hint.template_id
      where ready_hint.owner = ? and ready_hint.key in ${IN_LIST} and ready.owner = ? and template.owner = ?
        and template.state = 'active' and template.version = ready.version
        and (ready_hint.expires_at is null or ready_hint.expires_at > ?)`,
    keys,
    { before: [owner], after: [owner, owner, now] },
  )
  const found = new Map(
    rows.map(({ project: place, ...hint }) => [
      `${hint.templateId} ${hint.recovery}`,
      { ...hint, isOwn: isSame(place, project) },
    ]),
  )
  return [...found.values()].toSorted(bestHintFirst).map(({ isOwn: _isOwn, ...hint }) => hint)
}

/** A template's project is a path, or only the name of a folder. */
const isSame = (place: string, project: string | undefined): boolean =>
  project !== undefined &&
  place !== '' &&
  (place === project || project.endsWith(`/${place}`) || place.endsWith(`/${project}`))

const bestHintFirst = (one: ReadyHint & { isOwn: boolean }, other: ReadyHint & { isOwn: boolean }): number =>
  Number(other.isOwn) - Number(one.isOwn) ||
  other.support - one.support ||
  (one.recovery === other.recovery ? 0 : one.recovery < other.recovery ? -1 : 1) ||
  (one.templateId < other.templateId ? -1 : 1)
