import type { Kinds } from '../draw.ts'
import { ADDRESS_KINDS } from './addresses.ts'
import { COMMAND_KINDS } from './commands.ts'
import { FURTHER_KINDS } from './further.ts'
import { KEY_FILE_KINDS } from './key-files.ts'
import { LANGUAGE_KINDS } from './languages.ts'
import { SETTING_KINDS } from './settings.ts'
import { UNUSUAL_KINDS } from './unusual.ts'

/** Every kind of secret that comes with its own surroundings. */
export const KINDS: Kinds = {
  ...COMMAND_KINDS,
  ...SETTING_KINDS,
  ...ADDRESS_KINDS,
  ...KEY_FILE_KINDS,
  ...LANGUAGE_KINDS,
  ...UNUSUAL_KINDS,
  ...FURTHER_KINDS,
}
