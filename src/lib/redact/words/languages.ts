import { ANCHORS, type SaidKind, WORDS_BY_ANCHOR } from './anchored-words.ts'
import { LETTERS, markFrom, type Marks } from './marks.ts'
import type { Sign } from './sign-search.ts'
import type { Span } from '../span.ts'
import { isStandIn, looksChosen, looksWritten } from '../values.ts'

/** Words for a password in other languages that use only English letters. */
const PLAIN_WORDS =
  "passwort,kennwort,zugangscode,mot de passe,motdepasse,contrasena,contrasenya,clave,senha,palavra-passe,palavra passe,parola,parola d'ordine,parool,wachtwoord," +
  'haslo,sifre,heslo,geslo,lozinka,zaporka,jelszo,losenord,adgangskode,kodeord,passord,salasana,slaptazodis,pasahitza,' +
  'kata sandi,kata laluan,mat khau,kontrasenyas,neno la siri,fjalekalimi'
/** Finds passwords next to a word for them: `Kennwort: X`, `la contraseña es X`, `密码：X`, `パスワードは「X」です`. */
export const LANGUAGE_SIGNS: readonly Sign[] = [
  ...PLAIN_WORDS.split(',').map(
    (word): Sign => ({
      word,
      examine: (text, start, end, spans) => (isInsideWord(text, start) ? end : saidAfter(text, end, 'password', spans)),
    }),
  ),
  // The English word in a sentence of another language. If a sign joins word and value, the finder of assignments
  // handles it.
  { word: 'password', examine: (text, _start, end, spans) => saidAfter(text, end, 'password', spans, SAID_IN_WORDS) },
]

/** The same for words with other letters. Returns how many it met. */
export const otherLettersIn = (text: string, units: Uint16Array, marks: Marks, spans: Span[]): number => {
  const { places } = marks
  const last = marks.ends[LETTERS]!
  let met = 0
  for (let nth = marks.begins[LETTERS]!; nth < last; ) {
    const at = places[nth]!
    let end = at + 1
    for (const { word, offset, kind } of WORDS_BY_ANCHOR[ANCHORS[units[at]!]!]!) {
      const start = at - offset
      if (start < 0 || text.slice(start, start + word.length).toLowerCase() !== word) continue
      met++
      end = Math.max(end, saidAfter(text, start + word.length, kind, spans))
      break
    }
    nth = markFrom(places, nth + 1, last, end)
  }
  return met
}

const isInsideWord = (text: string, start: number): boolean =>
  /[a-z]/i.test(text.charAt(start - 1)) && /[a-z]/.test(text.charAt(start))

const IS =
  'lautet|ist|sei|est|es|é|è|jest|to|är|er|on|je|is|este|là|adalah|ialah|yra|van|olarak|olan|е|это|є|είναι|है|คือ|هو|هي|היא|הוא'
const BLANKS = '[ \\t\\u00a0\\u202f\\u3000]'
const QUALIFIER = `(?:${BLANKS}{1,2}[^\\s:=：＝"'\`。，,;、|<>{}]{1,24}){0,4}`
/** A few words without digits before a value. */
const QUALIFIER_BARE = `(?:${BLANKS}{1,2}[^\\s:=：＝"'\`。，,;、|<>{}0-9]{1,16}){0,3}`
const OPENING = `["'\`*„“”«»「『‹›‘’‚(]`
const IN_WORDS = `${BLANKS}{0,2}(?:是|为|為|は|が|은|는|이|가|คือ):?|${QUALIFIER}${BLANKS}(?:${IS}):?(?=${BLANKS}|${OPENING})`
/** Printable, with the letters of Latin, Greek and Cyrillic alphabets. */
const PRINTED = '[!-~\\u00c0-\\u04ff]'
const PASSWORD = `${BLANKS}{0,4}${OPENING}{0,3}${BLANKS}{0,2}((?!\\\\)${PRINTED}{4,128})`
/** Endings that mean `the` in some languages: `lösenordet`, `adgangskoden`. */
const ENDING = '[a-zà-ſа-яё]{0,3}'
/** The link between the word and the password: a sign after a few more words, or a word that means `is`. */
const SAID = new RegExp(
  `${ENDING}(?:[_.-][\\w.-]{0,24})?["'\`*»”“’\\])]{0,3}(?:${QUALIFIER}${BLANKS}{0,3}(?::|=|：|＝|→|->|—|–)[=>]?|${IN_WORDS})${PASSWORD}`,
  'iyd',
)
/** Only a blank between word and password. Then the password must not look like a word of a sentence. */
const SAID_BARE = new RegExp(`${ENDING}(?:${QUALIFIER_BARE}${BLANKS}|(?<=[\\u2e80-\\uffff]))${PASSWORD}`, 'iyd')
const SAID_IN_WORDS = new RegExp(`(?:${IN_WORDS})${PASSWORD}`, 'iyd')

const saidAfter = (text: string, wordEnd: number, kind: SaidKind, spans: Span[], pattern = SAID): number => {
  const value = valueAfter(text, wordEnd, pattern)
  if (value !== undefined && isSecret(value.text, kind)) return addSpan(value, kind, spans)
  const bare = pattern === SAID && kind === 'password' ? valueAfter(text, wordEnd, SAID_BARE) : undefined
  if (bare !== undefined && isSecret(bare.text, kind) && isUnlikeWords(bare.text)) return addSpan(bare, kind, spans)
  return wordEnd
}

const valueAfter = (text: string, wordEnd: number, pattern: RegExp): { text: string; start: number } | undefined => {
  pattern.lastIndex = wordEnd
  const match = pattern.exec(text)
  const place = match?.indices?.[1]
  if (match === null || place === undefined) return undefined
  return { text: match[1]!.replace(/["'`<>][^]*$/, '').replace(/[.,;:)*]+$/, ''), start: place[0] }
}

const addSpan = ({ text, start }: { text: string; start: number }, kind: SaidKind, spans: Span[]): number => {
  spans.push({ start, end: start + text.length, kind })
  return start + text.length
}

const isSecret = (value: string, kind: SaidKind): boolean => {
  if (isStandIn(value) || !/\d|[!@#$%^&*?+=]|[a-z][A-Z]/.test(value)) return false
  if (kind === 'password') return looksChosen(value, 6) || (value.length >= 6 && OTHER_LETTERS.test(value))
  return value.length >= 12 && looksChosen(value, 12) && !looksWritten(value)
}

/** Letters of other alphabets together with digits. */
const OTHER_LETTERS = /^(?=.*\d)[\w!@#$%^&*?+=.-]*[\u00c0-\u04ff][\w!@#$%^&*?+=.\u00c0-\u04ff-]*$/

/** Letters with two digits or with a sign, or letters in disorder: `Kis2020kar`, `Zima22!`, `Kotva77`. */
const isUnlikeWords = (value: string): boolean =>
  value.length >= 6 &&
  /[a-z]/i.test(value) &&
  (/\d.*\d|\w[!@#$%^&*?+]/.test(value) || !looksWritten(value)) &&
  !ALGORITHM.test(value)

const ALGORITHM = /^(?:sha|md|base|utf|aes|rsa|iso|pbkdf)[-_]?\d/i
