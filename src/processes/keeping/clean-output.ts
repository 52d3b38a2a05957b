import { findSecrets } from '../../lib/redact/find.ts'
import { replaceSpans } from '../../lib/redact/span.ts'
import type { RingBuffer } from '../../lib/ring-buffer.ts'
import { withoutTerminalCodes } from '../../lib/terminal-codes.ts'

/** How much text around a slice is examined, so that a secret is recognised although the slice cuts it. */
const MARGIN_CHARS = 1_024

/** A slice of the output without secrets; a secret that crosses an edge is left out entirely. */
export const cleanSlice = (buffer: RingBuffer, from: number, to: number): string => {
  const start = Math.max(buffer.droppedChars, from - MARGIN_CHARS)
  const window = buffer.slice(start, to + MARGIN_CHARS)
  return replaceSpans(window, findSecrets(window), Math.max(0, from - start), Math.max(0, to - start)).toWellFormed()
}

/** The last characters for a person to read: without colours and secrets. A cut is marked. */
export const cleanTail = (buffer: RingBuffer, chars: number): string => {
  // Control sequences take room too, so more is read than shown.
  const from = Math.max(buffer.droppedChars, buffer.totalChars - chars * 2 - MARGIN_CHARS)
  const text = withoutTerminalCodes(buffer.slice(from))
  const start = Math.max(0, text.length - chars)
  const shown = replaceSpans(text, findSecrets(text), start).toWellFormed()
  return from + start > 0 ? `…${shown}` : shown
}
