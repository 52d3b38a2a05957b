import { COMMAND_SIGNS } from './commands.ts'
import { FORM_FIELD_SIGNS } from './form-fields.ts'
import { INSERT_SIGNS } from './inserts.ts'
import { KUBERNETES_SIGNS } from './kubernetes.ts'
import { LANGUAGE_SIGNS } from './words/languages.ts'
import { NET_USE_SIGNS } from './net-use.ts'
import { PAIR_SIGNS } from './pairs.ts'
import { PASSWORD_SIGNS } from './words/password-words.ts'
import { PHRASES } from './words/phrase-table.ts'
import { signOf } from './words/phrases.ts'
import { PIPED_SIGNS } from './piped.ts'
import { PUTTY_SIGNS, WEB_KEY_SIGNS } from './private-keys.ts'
import { createSignSearch } from './words/sign-search.ts'
import { TABLE_SIGNS } from './tables.ts'
import { TELLING_SIGNS } from './words/telling-words.ts'
import { DSN_SIGNS } from './urls.ts'
import { WEBHOOK_SIGNS } from './webhooks.ts'
import { WRITTEN_SIGNS } from './written.ts'

/** Finds secrets by the words that announce them, with one pass for all words. */
export const signsIn = createSignSearch([
  ...TELLING_SIGNS,
  ...PASSWORD_SIGNS,
  ...PHRASES.map(signOf),
  ...COMMAND_SIGNS,
  ...PIPED_SIGNS,
  ...NET_USE_SIGNS,
  ...PUTTY_SIGNS,
  ...WEB_KEY_SIGNS,
  ...LANGUAGE_SIGNS,
  ...KUBERNETES_SIGNS,
  ...WEBHOOK_SIGNS,
  ...TABLE_SIGNS,
  ...DSN_SIGNS,
  ...FORM_FIELD_SIGNS,
  ...PAIR_SIGNS,
  ...INSERT_SIGNS,
  ...WRITTEN_SIGNS,
])
