import { ANCHORS, type SaidKind, WORDS_BY_ANCHOR } from './anchored-words.ts'
import { LETTERS, markFrom, type Marks } from './marks.ts'
import type { Sign } from './sign-search.ts'
import type { Span } from './span.ts'
import { isStandIn, looksChosen, looksWritten } from './values.ts'

/** Words for a password in other languages, those that are written with the letters of English. */
const PLAIN_WORDS =
  'passwort,kennwort,mot de passe,motdepasse,contrasena,clave,senha,palavra-passe,palavra passe,parola,parool,wachtwoord,' +
  'haslo,sifre,heslo,geslo,lozinka,zaporka,jelszo,losenord,adgangskode,kodeord,passord,salasana,slaptazodis,pasahitza,' +
  'kata sandi,kata laluan,mat khau,kontrasenyas,neno la siri,fjalekalimi'
/** Finds passwords beside the word for them: `Kennwort: X`, `la contraseña es X`, `密码：X`, `パスワードは「X」です`. */
export const LANGUAGE_SIGNS: readonly Sign[] = [
  ...PLAIN_WORDS.split(',').map(
    (word): Sign => ({
      word,
      examine: (text, start, end, spans) => (isInsideWord(text, start) ? end : saidAfter(text, end, 'password', spans)),
    }),
  ),
  // The English word in a sentence of another language; where a sign joins them, the finder of assignments sees it.
  { word: 'password', examine: (text, _start, end, spans) => saidAfter(text, end, 'password', spans, SAID_IN_WORDS) },
]

/** The same for words that are written with other letters. Gives how many it met. */
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
const OPENING = `["'\`*„“”«»「『‹›‘’‚(]`
const IN_WORDS = `${BLANKS}{0,2}(?:是|为|為|は|が|은|는|이|가):?|${QUALIFIER}${BLANKS}(?:${IS}):?(?=${BLANKS}|${OPENING})`
const PASSWORD = `${BLANKS}{0,4}${OPENING}{0,3}${BLANKS}{0,2}((?!\\\\)[!-~]{4,128})`
/** What joins the word and the password: a sign behind a few more words, or a word that means `is`. */
const SAID = new RegExp(
  `(?:[_.-][\\w.-]{0,24})?["'\`*»”“’\\])]{0,3}(?:${QUALIFIER}${BLANKS}{0,3}(?::|=|：|＝|→|->|—|–)[=>]?|${IN_WORDS})${PASSWORD}`,
  'iyd',
)
const SAID_IN_WORDS = new RegExp(`(?:${IN_WORDS})${PASSWORD}`, 'iyd')

const saidAfter = (text: string, wordEnd: number, kind: SaidKind, spans: Span[], pattern = SAID): number => {
  pattern.lastIndex = wordEnd
  const match = pattern.exec(text)
  const place = match?.indices?.[1]
  if (match === null || place === undefined) return wordEnd
  const value = match[1]!.replace(/["'`<>][^]*$/, '').replace(/[.,;:)*]+$/, '')
  if (!isSecret(value, kind)) return wordEnd
  spans.push({ start: place[0], end: place[0] + value.length, kind })
  return place[0] + value.length
}

const isSecret = (value: string, kind: SaidKind): boolean => {
  if (isStandIn(value) || !/\d|[!@#$%^&*?+=]/.test(value)) return false
  if (kind === 'password') return looksChosen(value, 6)
  return value.length >= 12 && looksChosen(value, 12) && !looksWritten(value)
}
