import type { JsonRecord } from '../../lib/json.ts'
import type { Place } from '../../schema/place.ts'
import type { TokenUsage } from '../../schema/live-session.ts'
import type { MessageSource } from '../identity/source.ts'

/** The contract of what can be moved over from: a folder each, and a line in `foreign-gateways.ts`. Nothing is written there. */
export interface ForeignGateway {
  name: string
  /** Where it usually lives. */
  home(place: Place): string
  /** Whatever can be understood, and a reason for everything that cannot. */
  read(home: string, options?: ReadOptions): Promise<ForeignChats>
}

export interface ReadOptions {
  /** The operator says that no other person wrote in the direct chats of this gateway. */
  isMine?: boolean | undefined
}

export interface ForeignChats {
  chats: ForeignChat[]
  skipped: { key: string; where: string; reason: string }[]
  /** A `gateway` section that says what their configuration said. */
  settings: JsonRecord
  remarks: string[]
}

/** A chat and the conversation it is in. */
export interface ForeignChat {
  /** As it was known there. */
  key: string
  /** The file or table. */
  where: string
  session: string
  source: MessageSource
  createdAt: number | undefined
  updatedAt: number | undefined
  usage: TokenUsage
  costUsd: number | undefined
  messages(): { role: 'user' | 'assistant'; text: string; at: number | undefined }[]
}
