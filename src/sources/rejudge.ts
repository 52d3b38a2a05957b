import { isRecord, parseJson } from '../lib/json.ts'
import { redact } from '../lib/redact/redact.ts'
import { JUDGE_VERSION, judge } from '../outcome/judge.ts'
import { toolFacts } from '../outcome/tools.ts'
import type { JudgeInput } from '../schema/outcome.ts'
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
      for (const row of page) await rejudgeCall(transaction, row.id, verdictValues(row))
      await recountSessions(transaction, new Set(page.map((row) => row.session_id)))
    })
    after = page.at(-1)?.id ?? after
    count += page.length
  }
  await writeMeta(store, META_KEY, MADE_BY)
  return count
}

type StaleCall = Awaited<ReturnType<typeof staleCalls>>[number]

const verdictValues = (row: StaleCall) => {
  const argsText = joined(row.args_head, row.args_tail) ?? ''
  const args = parseJson(argsText) ?? argsText
  const kept = parseJson(row.input)
  const input: JudgeInput = { ...(isRecord(kept) ? kept : {}), tool: row.tool, args }
  const result = joined(row.result_head, row.result_tail)
  if (result !== undefined) input.result = result
  const verdict = judge(input)
  const { kind, trivial } = toolFacts(row.tool, args)
  return [
    verdict.outcome,
    verdict.cause ?? null,
    verdict.rung,
    verdict.rule,
    redact(verdict.evidence),
    verdict.masked ? 1 : 0,
    kind,
    trivial ? 1 : 0,
    MADE_BY,
  ]
}

/** Head and tail as one text, the cut between them on a line of its own. */
const joined = (head: string | null, tail: string | null): string | undefined => {
  if (head === null) return undefined
  return tail === null || tail === '' ? head : `${head}\n…\n${tail}`
}
