import { redact } from '../../lib/redact/redact.ts'
import { withoutTerminalCodes } from '../../lib/terminal-codes.ts'
import { insertNoticeOf, saveNotify, type StoredNotice } from '../../store/live/process.ts'
import { cleanSlice, cleanTail } from './clean-output.ts'
import type { Held } from './held.ts'
import type { Keeper } from './keeper.ts'
import { completionText, interimText, watchStoppedText, watchText } from './notice-text.ts'
import type { ProcessNotice } from '../processes.ts'
import type { WatchFinding } from './watch-output.ts'

const OUTPUT_CHARS = 2_000

/** The notice of a process's end; undefined if no session asked for it. */
export const completionNotice = (held: Held, at: number): StoredNotice | undefined => {
  const { process } = held
  if (!process.notify || process.sessionKey === undefined) return undefined
  const text = completionText(process, cleanTail(held.buffer, OUTPUT_CHARS))
  return {
    id: `${process.id}:completion`,
    process: process.id,
    sessionKey: process.sessionKey,
    type: 'completion',
    at,
    text,
  }
}

/** Searches new output for the watched patterns and announces matches, within limits. */
export const announceMatches = async (keeper: Keeper, held: Held, text: string): Promise<void> => {
  const { watch, process, buffer } = held
  // A host that took up the process reads all output again, and an earlier host may have announced some of it.
  const fresh = text.slice(Math.max(0, process.watchedChars - (buffer.totalChars - text.length)))
  const at = keeper.now()
  for (const finding of watch?.take(fresh, at) ?? []) {
    held.process = { ...held.process, watchedChars: buffer.totalChars - (watch?.pendingChars ?? 0) }
    await announceFinding(keeper, held, { finding, at })
  }
}

const announceFinding = async (
  keeper: Keeper,
  held: Held,
  { finding, at }: { finding: WatchFinding; at: number },
): Promise<void> => {
  const { process } = held
  if (finding.type === 'stopped') {
    held.watch = undefined
    held.process = { ...process, notify: true }
    await saveNotify(keeper.store, process.id)
    await tell(keeper, held, { type: 'watch-stopped', at, text: watchStoppedText(process, finding.why) })
    return
  }
  const verdict = keeper.breaker.admit(at)
  if (verdict === 'no') return
  if (verdict === 'tripped') {
    const text = watchStoppedText(process, 'too many processes match at once; there is silence for 30 seconds')
    await tell(keeper, held, { type: 'watch-stopped', at, text })
    return
  }
  const lines = finding.lines.map((line) => redact(line))
  const said = watchText(process, { lines, suppressed: finding.suppressed })
  const text = verdict === 'released' ? `${said}\n(matches are told again after a silence)` : said
  await tell(keeper, held, { type: 'watch', at, text })
}

/** Announces the progress of a process, if it has printed something since the last notice. */
export const announceInterim = async (keeper: Keeper, held: Held): Promise<void> => {
  const { buffer, process } = held
  const { toldChars } = process
  if (process.sessionKey === undefined || buffer.totalChars <= toldChars) return
  held.process = { ...process, toldChars: buffer.totalChars }
  const from = Math.max(toldChars, buffer.totalChars - OUTPUT_CHARS)
  const fresh = withoutTerminalCodes(cleanSlice(buffer, from, buffer.totalChars))
  const text = interimText(process, `${from > toldChars ? '…' : ''}${fresh}`)
  await tell(keeper, held, { type: 'interim', at: keeper.now(), text })
}

const tell = async (
  { store }: Keeper,
  { process, buffer }: Held,
  { type, at, text }: { type: ProcessNotice['type']; at: number; text: string },
): Promise<void> => {
  const { id, sessionKey } = process
  if (sessionKey === undefined) return
  // A new interim notice replaces the last one; each match is a notice of its own.
  const which = type === 'interim' ? `${id}:interim` : `${id}:${type}:${buffer.totalChars}`
  await insertNoticeOf(store, { id: which, process: id, sessionKey, type, at, text }, process)
}
