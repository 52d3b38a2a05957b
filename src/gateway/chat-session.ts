import type { MessageSource } from './source.ts'

/** Which live session a chat is in, and the clocks of it. */
export interface ChatSession {
  key: string
  /** Id of the live session; its row comes into being with the first message. */
  session: string
  owner: string
  source: MessageSource
  /** How the chat is called, in one line. */
  displayName: string
  /** When the chat was first seen. */
  createdAt: number
  clocks: ChatClocks
  /** What was before the last reset; undefined where there was none, or it was undone. */
  previous: PreviousSession | undefined
  /** Of whoever runs the chat; writing it moves no clock. */
  metadata: Readonly<Record<string, unknown>>
}

export interface ChatClocks {
  /** When this session began: what daily resets go by. */
  startedAt: number
  /** When a person last said something: what idle resets go by. */
  interactedAt: number
  /** When anything last happened, notices and resets included: what lists go by. */
  updatedAt: number
}

export interface PreviousSession {
  session: string
  reason: string
  at: number
  /** Something was said in it. */
  hadActivity: boolean
}

/** Told once: to the person (`text`, where they are to be told) and to the model, riding along with the next message (`note`). */
export interface ResetNotice {
  key: string
  reason: string
  at: number
  previousSession: string
  session: string
  hadActivity: boolean
  /** Undefined where policy or platform say that nobody is told, or nothing was said before. */
  text: string | undefined
  note: string
}
