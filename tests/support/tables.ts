import { ADMITTED, PAIRING } from '../../src/store/chats/admission.ts'
import { CHAT_SESSION } from '../../src/store/chats/chat-session.ts'
import { GATEWAY } from '../../src/store/chats/gateway.ts'
import { INBOX } from '../../src/store/chats/inbox.ts'
import { JOB } from '../../src/store/chats/job.ts'
import { OUTBOX } from '../../src/store/chats/outbox.ts'
import { PLATFORM_NOTE } from '../../src/store/chats/platform-note.ts'
import { QUESTION } from '../../src/store/chats/question.ts'
import { EXPERIMENT, TRIAL_PAIR, TRIAL } from '../../src/store/experiments/tables.ts'
import { OWNER_CLAIM } from '../../src/store/facts/owner.ts'
import { PROJECT_CLAIM } from '../../src/store/facts/project.ts'
import { LESSON_CACHE } from '../../src/store/lessons/cache.ts'
import { LESSON_DRAW, LESSON_TRIAL } from '../../src/store/lessons/draw.ts'
import { LESSON_SOURCE } from '../../src/store/lessons/lesson.ts'
import { PACK_LESSON } from '../../src/store/lessons/pack-lesson.ts'
import { LESSON } from '../../src/store/lessons/ready.ts'
import { LESSON_POOL } from '../../src/store/lessons/settle.ts'
import { LESSON_WORD, LESSON_PROJECT } from '../../src/store/lessons/word.ts'
import { LEASE } from '../../src/store/live/lease.ts'
import { LIVE_MESSAGE, LIVE_CALL } from '../../src/store/live/live-message.ts'
import { LIVE_SESSION } from '../../src/store/live/live-session.ts'
import { PROCESS, NOTICE } from '../../src/store/live/process.ts'
import { META } from '../../src/store/meta.ts'
import {
  FILE,
  SESSION,
  PROJECT_ALIAS,
  CALL,
  COMPLAINT,
  MESSAGE_USAGE,
  TURN,
  COMPACTION,
  ISSUE,
  OVERRULE,
  TALLY,
  HARVEST,
} from '../../src/store/tables.ts'
import { TEMPLATE, VERSION } from '../../src/store/templates/columns.ts'
import { DELIVERY } from '../../src/store/templates/delivery.ts'
import { EXPOSURE } from '../../src/store/templates/exposure.ts'
import { READY } from '../../src/store/templates/ready-work.ts'
import { READY_TERM, READY_HINT } from '../../src/store/templates/ready.ts'

/** Every table of the store: the tests of tables hold this list against the database. */
export const TABLES = [
  ADMITTED,
  PAIRING,
  CHAT_SESSION,
  GATEWAY,
  INBOX,
  JOB,
  OUTBOX,
  PLATFORM_NOTE,
  QUESTION,
  EXPERIMENT,
  TRIAL_PAIR,
  TRIAL,
  OWNER_CLAIM,
  PROJECT_CLAIM,
  LESSON_CACHE,
  PACK_LESSON,
  LESSON_DRAW,
  LESSON_TRIAL,
  LESSON_SOURCE,
  LESSON,
  LESSON_POOL,
  LESSON_WORD,
  LESSON_PROJECT,
  LEASE,
  LIVE_MESSAGE,
  LIVE_CALL,
  LIVE_SESSION,
  PROCESS,
  NOTICE,
  META,
  FILE,
  SESSION,
  PROJECT_ALIAS,
  CALL,
  COMPLAINT,
  MESSAGE_USAGE,
  TURN,
  COMPACTION,
  ISSUE,
  OVERRULE,
  TALLY,
  HARVEST,
  TEMPLATE,
  VERSION,
  DELIVERY,
  EXPOSURE,
  READY,
  READY_TERM,
  READY_HINT,
]
