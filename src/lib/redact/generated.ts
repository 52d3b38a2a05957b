/** What a stretch of letters, digits and signs looks like, counted in one pass. */
export interface Look {
  lower: number
  upper: number
  digits: number
  /** Letters beyond `f`: without any it may be a hash. */
  beyondHex: number
  /** Pairs of neighbouring letters, and how many of them are common in words. */
  pairs: number
  common: number
  /** Places where a small letter meets a capital, or a letter a digit. */
  switches: number
}

const LOWER = 1
const UPPER = 2
const DIGIT = 3
const CLASS = new Uint8Array(65_536)
for (let code = 48; code < 58; code++) CLASS[code] = DIGIT
for (let code = 65; code < 91; code++) CLASS[code] = UPPER
for (let code = 97; code < 123; code++) CLASS[code] = LOWER

/** A third of all pairs of letters make up more than nine tenths of those in words: which letters follow which. */
const FOLLOWERS =
  'a:bcdgilmnprstuwy b:aeiloru c:aehiklortu d:adeilorsu e:abcdefgilmnopqrstvxy f:aefio g:aeir h:aeiort i:acdefglmnoprstvz ' +
  'k:eis l:acdeilorstuy m:aeiops n:acdefgiknopstuv o:bcdfiklmnoprstuvw p:aeiloprtu q:u r:acdegiklmnoprstuvy s:acehiopstuy ' +
  't:abcdehilmoprstuy u:eilmnprst v:aei w:aeos x:t y:np z:o'
const COMMON = new Uint8Array(1_024)
for (const row of FOLLOWERS.split(' ')) {
  for (const follower of row.slice(2)) COMMON[((row.charCodeAt(0) & 31) << 5) | (follower.charCodeAt(0) & 31)] = 1
}

/** Keys do not turn into prose later on. */
const LONGEST_LOOK = 256

// One object for all looks: nearly every long word of a text is looked at, and none of the looks is kept.
const LOOK: Look = { lower: 0, upper: 0, digits: 0, beyondHex: 0, pairs: 0, common: 0, switches: 0 }

/** Looks at the units between two offsets; signs between them join nothing and part nothing. Valid until the next look. */
export const lookAt = (units: Uint16Array, start: number, end: number): Look => {
  const limit = Math.min(end, start + LONGEST_LOOK)
  let lower = 0
  let upper = 0
  let digits = 0
  let beyondHex = 0
  let pairs = 0
  let common = 0
  let switches = 0
  let previous = 0
  let before = 0
  for (let at = start; at < limit; at++) {
    const code = units[at]!
    const kind = CLASS[code]!
    if (kind === 0) continue
    if (kind === DIGIT) digits++
    else {
      if (kind === LOWER) lower++
      else upper++
      if ((code & 31) > 6) beyondHex++
      if (previous === LOWER || previous === UPPER) {
        pairs++
        common += COMMON[((before & 31) << 5) | (code & 31)]!
      }
    }
    if (previous !== 0 && kind !== previous && !(previous === UPPER && kind === LOWER)) switches++
    previous = kind
    before = code
  }
  LOOK.lower = lower
  LOOK.upper = upper
  LOOK.digits = digits
  LOOK.beyondHex = beyondHex
  LOOK.pairs = pairs
  LOOK.common = common
  LOOK.switches = switches
  return LOOK
}

const SCRATCH = new Uint16Array(LONGEST_LOOK)

/** The same for a value of its own. */
export const lookOf = (value: string): Look => {
  const length = Math.min(value.length, LONGEST_LOOK)
  for (let at = 0; at < length; at++) SCRATCH[at] = value.charCodeAt(at)
  return lookAt(SCRATCH, 0, length)
}

/** Whether a program drew these characters at random: the letters do not follow each other as in words. */
export const isGenerated = (look: Look): boolean => {
  const length = look.lower + look.upper + look.digits
  if (look.digits === 0) {
    // Letters alone: capitals all over the place, which neither words nor names of things have.
    const mix = Math.min(look.lower, look.upper)
    return mix >= length * 0.2 && look.switches >= length * 0.12 && look.common <= look.pairs * 0.58
  }
  if (look.beyondHex === 0) return look.digits >= 3 && look.digits < length - 2 && look.switches >= length * 0.2
  // Mostly digits with a letter here and there: measures and the paths of drawings.
  if (look.digits > length * 0.6 || look.pairs < length * 0.1 || look.switches < Math.max(2, length * 0.07))
    return false
  const scattered = look.digits >= 3 && look.switches >= length * 0.2
  return look.common <= look.pairs * (scattered ? 0.72 : 0.64)
}

/** The same with more faith, for what follows a word that announces a key. */
export const mayBeGenerated = (look: Look): boolean => {
  const length = look.lower + look.upper + look.digits
  return look.digits >= 2 && look.switches >= length * 0.12 && look.common <= look.pairs * 0.8
}

/** Few digits or none, but letters that are no words in any language we know of, or capitals all over the place. */
export const isUnspeakable = (look: Look): boolean => {
  const length = look.lower + look.upper + look.digits
  if (look.digits === 0 && look.pairs >= 11 && look.common <= look.pairs * 0.45) return true
  return look.upper >= length * 0.22 && look.switches >= length * 0.18 && look.common <= look.pairs * 0.76
}
