import { JUDGE_VERSION } from '../outcome/version.ts'
import { rejudgeCall, staleCalls } from '../store/call.ts'
import type { Connection } from '../store/connection.ts'
import { readMeta, writeMeta } from '../store/meta.ts'
import { recountSessions } from '../store/session.ts'

const MADE_BY = `judge@${JUDGE_VERSION}`
const PAGE_ROWS = 1_000
const META_KEY = 'judge'

/**
 * Judges again, from the input that was kept, the calls that other rules judged; with `all` also those that this run
 * could not read again because their file is gone. Does nothing but one read when the rules have not changed.
 */
export const rejudge = async (store: Connection, options: { all: boolean; run: number }): Promise<number> => {
  const judgedBy = await readMeta(store, META_KEY)
  if (judgedBy === MADE_BY && !options.all) return 0
  const { verdictOf } = await import('./verdict-of.ts')
  let count = 0
  for (let after = ''; ; ) {
    const page = await staleCalls(store, {
      madeBy: MADE_BY,
      seenBefore: options.all ? options.run : 0,
      after,
      limit: PAGE_ROWS,
    })
    if (page.length === 0) break
    await store.transaction(async (transaction) => {
      for (const row of page) await rejudgeCall(transaction, row.id, { ...verdictOf(row), madeBy: MADE_BY })
      await recountSessions(transaction, new Set(page.map((row) => row.session_id)))
    })
    after = page.at(-1)?.id ?? after
    count += page.length
  }
  await writeMeta(store, META_KEY, MADE_BY)
  return count
}
