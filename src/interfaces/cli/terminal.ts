import { once } from 'node:events'
import pc from 'picocolors'
import { heightOf } from './one-screen.ts'

/** Standard output and error for commands: fits the window, and uses colour only on a terminal. */
export interface Terminal {
  width: number
  colors: ReturnType<typeof pc.createColors>
  isInteractive: boolean
  /** Standard output is a screen: the user sees each line as it is printed, and it cannot be taken back. */
  isScreen: boolean
  line(text?: string): void
  /** Prints lines that the next draft or line replaces. Does nothing if standard output is not a screen. */
  draft(lines: readonly string[]): void
  json(value: unknown): void
  /** Prints one JSON object per line, and waits for a slow reader instead of filling the memory. */
  jsonLines(rows: AsyncIterable<unknown>): Promise<void>
  /** Prints a document unchanged, not meant for a screen; waits for a slow reader. */
  document(text: string): Promise<void>
  note(text: string): void
  /**
   * Prints a line on standard error that the next one replaces; an empty text clears it. Does nothing without a
   * terminal.
   */
  status(text: string): void
}

const NARROWEST = 40
const WIDEST = 120
/** JSON lines are written in chunks of about this many characters. */
const CHUNK_CHARS = 64 * 1024

export const createTerminal = (
  stdout: NodeJS.WriteStream = process.stdout,
  stderr: NodeJS.WriteStream = process.stderr,
): Terminal => {
  const width = Math.min(WIDEST, Math.max(NARROWEST, stdout.columns ?? (Number(process.env['COLUMNS']) || 80)))
  const write = async (text: string): Promise<void> => {
    if (!stdout.write(text)) await once(stdout, 'drain')
  }
  // The number of rows above the cursor that are a draft.
  let drafted = 0
  const eraseDraft = (): void => {
    if (drafted > 0) stdout.write(`\u001B[${drafted}A\r\u001B[0J`)
    drafted = 0
  }
  return {
    width,
    colors: pc.createColors(stdout.isTTY === true && pc.isColorSupported),
    isInteractive: stderr.isTTY === true,
    isScreen: stdout.isTTY === true,
    line: (text = '') => {
      eraseDraft()
      stdout.write(`${escapeControls(text)}\n`)
    },
    draft: (lines) => {
      if (stdout.isTTY !== true) return
      eraseDraft()
      // Lines that scrolled out of the window cannot be replaced.
      const height = heightOf(lines, stdout.columns ?? width)
      if (height >= (stdout.rows ?? 0)) return
      for (const line of lines) stdout.write(`${escapeControls(line)}\n`)
      drafted = height
    },
    json: (value) => void stdout.write(`${JSON.stringify(value)}\n`),
    jsonLines: async (rows) => {
      let chunk = ''
      for await (const row of rows) {
        chunk += `${JSON.stringify(row)}\n`
        if (chunk.length < CHUNK_CHARS) continue
        await write(chunk)
        chunk = ''
      }
      if (chunk !== '') await write(chunk)
    },
    document: write,
    note: (text) => void stderr.write(`${escapeControls(text)}\n`),
    status: (text) => {
      if (stderr.isTTY === true) stderr.write(`\r\u001B[2K${text}`)
    },
  }
}

/**
 * Transcripts hold whatever a program printed. Characters that could move the cursor, change the window or turn the
 * direction of writing become symbols; colours are harmless and stay.
 */
export const escapeControls = (text: string): string => text.replace(HARMFUL, symbolOf)

const HARMFUL =
  /\u001B(?!\[[\d;]{0,12}m)|[\u0000-\u0008\u000B-\u001A\u001C-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** The characters from U+2400 on are pictures of the control characters. */
const symbolOf = (character: string): string => {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return code === 0x7f ? '\u2421' : '\uFFFD'
}
