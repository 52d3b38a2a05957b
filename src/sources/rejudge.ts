import type { Connection } from '../store/connection.ts'
import { hasMissing } from '../store/file.ts'
import { readMeta, writeMeta } from '../store/meta.ts'
import { JUDGED_BY } from './parser-version.ts'

const PAGE_ROWS = 1_000
/** Each machine sees to its own files, and several may share a store. */
const metaKey = (machine: string): string => `judge ${machine}`

/**
 * Judges again, from what was kept, the calls that cannot be read again: their file is gone. Files that are still there
 * are read again when the rules change, with their full text. Does nothing but one read when the rules have not changed.
 */
export const rejudge = async (store: Connection, options: { machine: string; all: boolean }): Promise<number> => {
  const key = metaKey(options.machine)
  const judgedBy = await readMeta(store, key)
  if (judgedBy === JUDGED_BY && !options.all) return 0
  if (!(await hasMissing(store, options.machine))) {
    await writeMeta(store, key, JUDGED_BY)
    return 0
  }
  // Rules change with a new version of the program, and otherwise never.
  const [{ verdictOf }, { rejudgeCall, staleCalls }, { recountSessions }] = await Promise.all([
    import('./verdict-of.ts'),
    import('../store/call.ts'),
    import('../store/session.ts'),
  ])
  let count = 0
  for (let after = ''; ; ) {
    const page = await staleCalls(store, { ...options, madeBy: JUDGED_BY, after, limit: PAGE_ROWS })
    if (page.length === 0) break
    await store.transaction(async (transaction) => {
      for (const row of page) await rejudgeCall(transaction, row.id, { ...verdictOf(row), madeBy: JUDGED_BY })
      await recountSessions(transaction, new Set(page.map((row) => row.session_id)))
    })
    after = page.at(-1)?.id ?? after
    count += page.length
  }
  await writeMeta(store, key, JUDGED_BY)
  return count
}
