import type { ComplaintFact } from '../schema/facts.ts'
import type { Connection } from '../store/connection.ts'
import { hasMissing } from '../store/facts/file.ts'
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
  const [
    { isCut, verdictOf },
    { rejudgeCall, staleCalls },
    { recountSessions },
    { complainedCalls, replaceComplaints },
    { complaintRow },
  ] = await Promise.all([
    import('./pair/verdict-of.ts'),
    import('../store/facts/call.ts'),
    import('../store/facts/session.ts'),
    import('../store/facts/complaint.ts'),
    import('../store/facts/rows.ts'),
  ])
  const complaintRows = ([id, found]: [string, readonly ComplaintFact[]]) =>
    found.map((complaint, at) => complaintRow(id, complaint, at + 1))
  let count = 0
  for (let after = ''; ; ) {
    const page = await staleCalls(store, { ...options, madeBy: JUDGED_BY, after, limit: PAGE_ROWS })
    if (page.length === 0) break
    await store.transaction(async (transaction) => {
      const known = await complainedCalls(
        transaction,
        page.map((row) => row.id),
      )
      const complaints = new Map<string, readonly ComplaintFact[]>()
      for (const row of page) {
        const verdict = verdictOf(row)
        await rejudgeCall(transaction, row.id, { ...verdict, madeBy: JUDGED_BY })
        // Complaints read from the whole result are more than the kept part of it can give.
        if (!isCut(row) || !known.has(row.id)) complaints.set(row.id, verdict.complaints)
      }
      await replaceComplaints(transaction, [...complaints.keys()], [...complaints].flatMap(complaintRows))
      await recountSessions(transaction, new Set(page.map((row) => row.session_id)))
    })
    after = page.at(-1)?.id ?? after
    count += page.length
  }
  await writeMeta(store, key, JUDGED_BY)
  return count
}
