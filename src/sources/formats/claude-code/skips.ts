const MARK = Buffer.from('{"type":"file-history-snapshot"')
/** The `f`, by which nearly every other line is told. */
const LETTER_AT = MARK.indexOf('file')
const LETTER = MARK[LETTER_AT]

/** Lists of backups, written again with every message: names of files and versions, nothing that we read. */
export const skips = (bytes: Buffer, start: number, end: number): boolean =>
  bytes[start + LETTER_AT] === LETTER &&
  start + MARK.length <= end &&
  bytes.compare(MARK, 0, MARK.length, start, start + MARK.length) === 0
