import type { JsonRecord } from '../../lib/json.ts'
import type { Place } from '../../schema/place.ts'
import type { TokenUsage } from '../../schema/live-session.ts'
import type { MessageSource } from '../identity/source.ts'

/**
 * The contract for a gateway of another program whose chats can be imported: one folder each, and a line in
 * `registry.ts`. An implementation never writes to the other program's files.
 */
export interface ForeignGateway {
  name: string
  /** The usual directory of the other program. */
  home(place: Place): string
  /** Returns every chat that it understands, and a reason for each one that it does not. */
  read(home: string, options?: ReadOptions): Promise<ForeignChats>
}

export interface ReadOptions {
  /** The operator declares that no other person wrote in the direct chats of this gateway. */
  isMine?: boolean | undefined
}

export interface ForeignChats {
  chats: ForeignChat[]
  skipped: { key: string; where: string; reason: string }[]
  /** The other program's configuration, translated into our `gateway` section. */
  settings: JsonRecord
  remarks: string[]
}

/** A chat and its current conversation. */
export interface ForeignChat {
  /** The key of the chat in the other program. */
  key: string
  /** The file or table that the chat was read from. */
  where: string
  session: string
  source: MessageSource
  createdAt: number | undefined
  updatedAt: number | undefined
  usage: TokenUsage
  costUsd: number | undefined
  messages(): { role: 'user' | 'assistant'; text: string; at: number | undefined }[]
}
