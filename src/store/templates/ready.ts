import type { Connection, Row } from '../connection.ts'
import { IN_LIST, inLists } from '../in-list.ts'

/** An active template as selecting sees it. Every question of this file names the owner in its SQL. */
export interface ReadyHeadRow extends Row {
  id: string
  name: string
  version: number
  hash: string
  project: string | null
  task_type: string | null
}

/** All templates that could be given; with a task type also those without one. */
export const readyHeads = (connection: Connection, owner: string, taskType?: string): Promise<ReadyHeadRow[]> =>
  connection.all<ReadyHeadRow>(
    `select template.id, template.name, ready.version, template.hash, template.project, template.task_type
       from ready join template on template.id = ready.template_id
      where ready.owner = ? and template.owner = ? and template.state = 'active' and ready.version = template.version
        and (ready.tokens > 0 or ready.tokens_later > 0)${taskType === undefined ? '' : ' and coalesce(template.task_type, ?) = ?'}`,
    [owner, owner, ...(taskType === undefined ? [] : [taskType, taskType])],
  )

export interface ReadyTermRow extends Row {
  term: string
  template_id: string
  weight: number
}

/** Rows read at most: of many templates only the words that few of them have tell anything. */
const MOST_TERM_ROWS = 2_000

/** Which templates have these terms, and how much they are about them; the rarest terms first, as far as they can be read quickly. */
export const readyTermRows = async (
  connection: Connection,
  owner: string,
  terms: readonly string[],
): Promise<ReadyTermRow[]> => {
  const counts: { term: string; n: number }[] = []
  for (const go of inLists(terms))
    counts.push(
      ...(await connection.all<{ term: string; n: number }>(
        `select term, count(*) as n from ready_term where owner = ? and term in ${IN_LIST} group by term`,
        [owner, ...go],
      )),
    )
  const rows: ReadyTermRow[] = []
  for (const go of inLists(rarest(counts)))
    rows.push(
      ...(await connection.all<ReadyTermRow>(
        `select term, template_id, weight from ready_term where owner = ? and term in ${IN_LIST}`,
        [owner, ...go],
      )),
    )
  return rows
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

export interface ReadyHint {
  templateId: string
  version: number
  recovery: string
  text: string
  support: number
}

/** What helped against an error of one of these keys: of the own project first, then by support; each recovery once. */
export const readyHints = async (
  connection: Connection,
  owner: string,
  { keys, project, now }: { keys: readonly string[]; project?: string | undefined; now: number },
): Promise<ReadyHint[]> => {
  const found = new Map<string, ReadyHint & { isOwn: boolean }>()
  for (const go of inLists(keys)) {
    const rows = await connection.all<Row & Omit<ReadyHint, 'templateId'> & { template_id: string; project: string }>(
      `select ready_hint.template_id, ready.version, ready_hint.recovery, ready_hint.text, ready_hint.support,
              coalesce(ready_hint.project, '') as project
         from ready_hint join template on template.id = ready_hint.template_id
         join ready on ready.template_id = ready_hint.template_id
        where ready_hint.owner = ? and ready_hint.key in ${IN_LIST} and ready.owner = ? and template.owner = ?
          and template.state = 'active' and template.version = ready.version
          and (ready_hint.expires_at is null or ready_hint.expires_at > ?)`,
      [owner, ...go, owner, owner, now],
    )
    for (const { template_id: templateId, project: place, ...hint } of rows)
      found.set(`${templateId} ${hint.recovery}`, {
        templateId,
        ...hint,
        isOwn: isSame(place, project),
      })
  }
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
