import type { Connection } from '../../store/connection.ts'
import { addPairing, isAdmitted } from '../../store/chats/admission.ts'
import type { GatewayConfig } from '../config/config.ts'
import type { PlatformLimits } from '../platform.ts'
import type { MessageSource } from '../identity/source.ts'
import { newCode } from '../new-code.ts'

export type Admission = { isIn: true } | { isIn: false; reply: string | undefined }

/**
 * Decides whether a person may talk to the agent. By default no person may. An unknown person who writes directly gets
 * one short reply with a code, which the owner of the machine can approve; in groups they get no reply.
 */
export const admit = async (
  source: MessageSource,
  { store, config, limits, now }: { store: Connection; config: GatewayConfig; limits: PlatformLimits; now: number },
): Promise<Admission> => {
  const { platform, userId, userName, chatType } = source
  if (await isIn(source, { store, config, limits })) return { isIn: true }
  if (userId === undefined || chatType !== 'dm') return { isIn: false, reply: undefined }
  const code = newCode(CODE_CHARS)
  const pairing = { code, platform, userId, userName, askedAt: now, until: now + CODE_MS }
  const isNew = await addPairing(store, pairing, MOST_PENDING)
  return { isIn: false, reply: isNew ? codeText(code) : undefined }
}

/** Whether the person may talk to the agent now. Sends nothing. */
export const isIn = async (
  { platform, userId }: MessageSource,
  { store, config, limits }: { store: Connection; config: GatewayConfig; limits: Pick<PlatformLimits, 'admission'> },
): Promise<boolean> => {
  if (limits.admission !== 'list') return true
  if (userId === undefined) return false
  const allowed = config.allow.get(platform) ?? []
  return allowed.includes(userId) || allowed.includes('*') || isAdmitted(store, platform, userId)
}

/** Long enough for the code to reach the owner of the machine, short enough that an unused code soon expires. */
const CODE_MS = 60 * 60 * 1000
/**
 * How many codes may be pending on one platform: strangers can neither fill the store nor make us write to everybody.
 */
const MOST_PENDING = 20

const codeText = (code: string): string =>
  `This is a private assistant and I do not know you. If its owner expects you, give them this code: ${code} (good for an hour).`

const CODE_CHARS = 8
