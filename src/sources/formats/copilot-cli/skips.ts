/** Kinds of event that hold nothing we read and that come often or are large. */
const STARTS = [
  'hook.',
  'permission.',
  'assistant.turn_',
  'assistant.reasoning',
  'tool.execution_p',
  'session.binary',
].map((kind) => Buffer.from(`{"type":"${kind}`))

export const skips = (bytes: Buffer, start: number, end: number): boolean =>
  STARTS.some(
    (kind) => end - start > kind.length && bytes.compare(kind, 0, kind.length, start, start + kind.length) === 0,
  )
