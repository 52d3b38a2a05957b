import { redact } from '../../lib/redact/redact.ts'
import { withoutTerminalCodes } from '../../lib/terminal-codes.ts'
import type { LiveProcesses } from './live-processes.ts'

/** The model never gets more output at once. */
const MAX_OUTPUT_CHARS = 50_000

export interface ReadOutput {
  /** Free of terminal codes and secrets. */
  text: string
  /** How many characters before it can no longer be read. */
  droppedChars: number
}

/** All readable output of a process, or its last `chars`, cleaned for a model. */
export const readOutput = async (live: LiveProcesses, id: string, chars?: number): Promise<ReadOutput> => {
  const first = await live.processes.log(id, chars === undefined ? { offset: 0 } : { offset: 0, limit: 1 })
  let { totalChars } = first
  let offset = chars === undefined ? first.to : Math.max(first.droppedChars, totalChars - chars)
  const parts = chars === undefined ? [first.text] : []
  const droppedChars = chars === undefined ? first.from : offset
  // The log may come in pages. A page that brings no progress ends the loop, whatever it says.
  while (offset < totalChars) {
    const page = await live.processes.log(id, { offset })
    if (page.to <= offset) break
    parts.push(page.text)
    offset = page.to
    // Output printed meanwhile is left for the next time: an endless printer must not hold up a turn.
    totalChars = Math.min(totalChars, page.totalChars)
  }
  return { text: readable(live, parts.join('')), droppedChars }
}

/** The last `chars` visible characters. More is read than shown, so that no secret is cut in two. */
export const readTail = async (live: LiveProcesses, id: string, chars: number): Promise<string> => {
  const { text } = await readOutput(live, id, chars * 3)
  return (text.length <= chars ? text : text.slice(text.length - chars)).toWellFormed()
}

const readable = ({ isRedacted = true }: LiveProcesses, text: string): string => {
  const plain = withoutTerminalCodes(text).replaceAll('\r\n', '\n')
  return isRedacted ? redact(plain) : plain
}

/** Keeps the beginning and the end of a text that is too long, with the cut marked and counted. */
export const cutMiddle = ({ text, droppedChars }: ReadOutput, limit = MAX_OUTPUT_CHARS): string => {
  const dropped = droppedChars === 0 ? '' : `[... the first ${droppedChars} characters are no longer kept ...]\n`
  if (text.length <= limit) return dropped + text.toWellFormed()
  const head = Math.floor(limit * HEAD_SHARE)
  const tail = limit - head
  const left = text.length - limit
  return `${dropped}${text.slice(0, head).toWellFormed()}\n[... ${left} of ${text.length} characters left out here ...]\n${text.slice(text.length - tail).toWellFormed()}`
}

/** The beginning of an output says what a command does and the end whether it worked, so the end gets more room. */
const HEAD_SHARE = 0.4

export interface LinePage {
  text: string
  totalLines: number
  /** 0-based number of the first line on the page. */
  from: number
  lines: number
  reachesEnd: boolean
}

/** A page of lines: the last ones, or those from `offset` on. A last line without a line end counts. */
export const pageOfLines = (
  text: string,
  { offset, limit }: { offset: number | undefined; limit: number },
): LinePage => {
  const lines = text === '' ? [] : text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const from = Math.min(lines.length, offset ?? Math.max(0, lines.length - limit))
  const page = lines.slice(from, from + limit)
  return {
    text: page.join('\n'),
    totalLines: lines.length,
    from,
    lines: page.length,
    reachesEnd: from + page.length >= lines.length,
  }
}
