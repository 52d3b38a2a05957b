import { DEFAULT_HOME_NAME } from '../config/config.ts'
import type { HomeChannel } from '../config/delivery-target.ts'
import { KNOWN_PLATFORMS } from '../identity/known-platforms.ts'

/**
 * Adds home channels from the environment (`TELEGRAM_HOME_CHANNEL` with `_NAME` and `_THREAD_ID`). They take
 * precedence over the configuration file.
 */
export const withEnvironment = (
  homes: ReadonlyMap<string, HomeChannel>,
  env: Readonly<Record<string, string | undefined>>,
): Map<string, HomeChannel> => {
  const all = new Map(homes)
  for (const [name, chatId = ''] of Object.entries(env)) {
    const platform = /^([A-Z0-9_]+)_HOME_CHANNEL$/.exec(name)?.[1]
    if (platform === undefined || chatId.trim() === '') continue
    const known = platform.toLowerCase()
    // A variable of another program may have a similar name.
    if (!Object.hasOwn(KNOWN_PLATFORMS, known)) continue
    const threadId = env[`${name}_THREAD_ID`]?.trim()
    all.set(known, {
      platform: known,
      chatId: chatId.trim(),
      name: env[`${name}_NAME`]?.trim() || DEFAULT_HOME_NAME,
      ...(threadId === undefined || threadId === '' ? {} : { threadId }),
    })
  }
  return all
}
