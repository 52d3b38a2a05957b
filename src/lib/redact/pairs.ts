import { codeAt, isBlankOrEnd } from './characters.ts'
import type { Sign } from './words/sign-search.ts'
import { isStandIn, looksChosen } from './values.ts'

/**
 * Finds the password beside the name of its user: `creds: admin:X`, `log in with admin / X`, `admin / X (password)`.
 */
export const PAIR_SIGNS: readonly Sign[] = [
  'creds',
  'credentials',
  'log in with',
  'login with',
  'sign in with',
  'logged in with',
  'username/password',
  'user/pass',
  'user:pass',
  'login/password',
  'test account',
  'demo account',
  'test user',
  'demo user',
  'admin account',
].map((word) => ({
  word,
  examine: (text, start, end, spans) => {
    if (!isBlankOrEnd(codeAt(text, start - 1)) && !/[("'*`/=:?>]/.test(text.charAt(start - 1))) return end
    PAIR.lastIndex = end
    const match = PAIR.exec(text)
    const place = match?.indices?.[1]
    if (match === null || place === undefined || !isPassword(match[1]!)) return end
    const value = match[1]!.replace(/[.,]+$/, '')
    spans.push({ start: place[0], end: place[0] + value.length, kind: 'password' })
    return place[0] + value.length
  },
}))

const USER = '["\'`*]{0,2}[\\w.@+-]{2,60}["\'`*]{0,2}'
const PAIR = new RegExp(
  `[\\w ]{0,30}["'*]{0,2}\\s{0,2}[:=-]?\\s{0,3}${USER}(?::|\\s{1,2}[/|:]\\s{1,2}|\\s+(?:and|with) (?:password )?|\\/(?=[^\\s/]*[!@#$%^&*\\d]))["'\`*]{0,2}([^\\s"'\`<>|;\\\\]{6,128})`,
  'iyd',
)

const isPassword = (value: string): boolean =>
  looksChosen(value, 6) &&
  /[A-Za-z]/.test(value) &&
  /\d|[!@#$%^&*?]/.test(value) &&
  !/\/|:\/\/|\.(?:[a-z]{1,5})$|^\d(?!\w{9})/i.test(value) &&
  !isStandIn(value)
