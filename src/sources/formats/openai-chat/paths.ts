import type { FileShape } from '../../source.ts'

/** Any JSON file can hold a conversation; there is no place of its own where they would be kept. */
export const accepts = (path: string): FileShape | undefined => {
  const name = path.toLowerCase()
  if (name.endsWith('.json')) return 'document'
  return name.endsWith('.jsonl') || name.endsWith('.ndjson') ? 'lines' : undefined
}
