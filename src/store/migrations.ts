import type { Engine } from './connection.ts'
import { firstMigration } from './migrations/001-first.ts'
import { tallyMigration } from './migrations/002-tally.ts'
import { harvestMigration } from './migrations/003-harvest.ts'
import { templateMigration } from './migrations/004-template.ts'
import { readyMigration } from './migrations/005-ready.ts'
import { ledgerMigration } from './migrations/006-ledger.ts'
import { processMigration } from './migrations/007-process.ts'
import { liveMigration } from './migrations/008-live.ts'
import { chatMigration } from './migrations/009-chat.ts'
import { mailMigration } from './migrations/010-mail.ts'
import { fileMemoryMigration } from './migrations/011-file-memory.ts'
import { questionMigration } from './migrations/012-question.ts'
import { ownerMigration } from './migrations/013-owner.ts'
import { gatewayTroubleMigration } from './migrations/014-gateway-trouble.ts'
import { foreignPathsMigration } from './migrations/015-foreign-paths.ts'
import { complaintMigration } from './migrations/016-complaint.ts'
import { maskedMigration } from './migrations/017-masked.ts'
import { messageUsageMigration } from './migrations/018-message-usage.ts'
import { channelOwnerMigration } from './migrations/019-channel-owner.ts'
import { lessonMigration } from './migrations/020-lesson.ts'
import { lessonDrawMigration } from './migrations/021-lesson-draw.ts'
import { lessonCacheMigration } from './migrations/022-lesson-cache.ts'
import { lessonMomentMigration } from './migrations/023-lesson-moment.ts'
import { projectMigration } from './migrations/024-project.ts'
import { lessonWordBeforeMigration } from './migrations/025-lesson-word-before.ts'
import { experimentMigration } from './migrations/026-experiment.ts'
import { packLessonMigration } from './migrations/027-pack-lesson.ts'
import { trialStratumMigration } from './migrations/028-trial-stratum.ts'

/** Append-only: a released migration is never edited, only followed by another. */
export const MIGRATIONS: readonly ((engine: Engine) => string[])[] = [
  firstMigration,
  tallyMigration,
  harvestMigration,
  templateMigration,
  readyMigration,
  ledgerMigration,
  processMigration,
  liveMigration,
  chatMigration,
  mailMigration,
  fileMemoryMigration,
  questionMigration,
  ownerMigration,
  gatewayTroubleMigration,
  foreignPathsMigration,
  complaintMigration,
  maskedMigration,
  messageUsageMigration,
  channelOwnerMigration,
  lessonMigration,
  lessonDrawMigration,
  lessonCacheMigration,
  lessonMomentMigration,
  projectMigration,
  lessonWordBeforeMigration,
  experimentMigration,
  packLessonMigration,
  trialStratumMigration,
]
