export { type Check, type CheckResult, type Cleaning, runChecks } from './testing/check.ts'
export { type MakePlatform, platformChecks, type PlatformFixture } from './testing/platform-checks.ts'
export type { ConversationForm } from './testing/seed-cases.ts'
export { seedFormatChecks } from './testing/seed-format-checks.ts'
export { sourceChecks } from './testing/source-checks.ts'
export type { ExpectedHistory, SourceFixtures } from './testing/source-history.ts'
export type { Talk, TalkCall } from './testing/talk.ts'
export type {
  ConnectedPlatform,
  IncomingMessage,
  OutgoingMessage,
  Platform,
  PlatformHost,
  PlatformLimits,
  Received,
  SendOutcome,
} from './gateway/platform.ts'
export type { Format } from './provision/format.ts'
export type { Seed } from './provision/seed.ts'
export type { SessionEvent } from './schema/session-event.ts'
export type { Checkpoint, Emit, Parser, Reader, Sample, Source, SourceFile } from './sources/source.ts'
