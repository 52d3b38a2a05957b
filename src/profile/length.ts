export type LengthBucket = '0-50' | '51-100' | '101+'

export const LENGTHS: readonly LengthBucket[] = ['0-50', '51-100', '101+']

/** The length bucket of a session, by its number of messages. */
export const lengthOf = (messages: number): LengthBucket => {
  if (messages <= 50) return '0-50'
  return messages <= 100 ? '51-100' : '101+'
}
