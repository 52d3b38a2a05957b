/** Counts over a stretch of letters, digits and signs, made in one pass. */
export interface Look {
  lower: number
  upper: number
  digits: number
  /** Letters after `f`. Without any, the stretch may be a hash. */
  beyondHex: number
  /** Number of pairs of neighbouring letters. `common` of them are frequent in words. */
  pairs: number
  common: number
  /** Places where a small letter meets a capital, or a letter meets a digit. */
  switches: number
}

const LOWER = 1
const UPPER = 2
const DIGIT = 3
const CLASS = new Uint8Array(65_536)
for (let code = 48; code < 58; code++) CLASS[code] = DIGIT
for (let code = 65; code < 91; code++) CLASS[code] = UPPER
for (let code = 97; code < 123; code++) CLASS[code] = LOWER

/**
 * For each letter, the letters that often follow it. A third of all pairs makes up more than nine tenths of those in
 * words.
 */
const FOLLOWERS =
  'a:bcdgilmnprstuwy b:aeiloru c:aehiklortu d:adeilorsu e:abcdefgilmnopqrstvxy f:aefio g:aeir h:aeiort i:acdefglmnoprstvz ' +
  'k:eis l:acdeilorstuy m:aeiops n:acdefgiknopstuv o:bcdfiklmnoprstuvw p:aeiloprtu q:u r:acdegiklmnoprstuvy s:acehiopstuy ' +
  't:abcdehilmoprstuy u:eilmnprst v:aei w:aeos x:t y:np z:o'
const COMMON = new Uint8Array(1_024)
for (const row of FOLLOWERS.split(' ')) {
  for (const follower of row.slice(2)) COMMON[((row.charCodeAt(0) & 31) << 5) | (follower.charCodeAt(0) & 31)] = 1
}

/** A key does not turn into prose later on, so only this many characters are counted. */
const LONGEST_LOOK = 256

// One shared object, because nearly every long word is looked at and no look is kept.
const LOOK: Look = { lower: 0, upper: 0, digits: 0, beyondHex: 0, pairs: 0, common: 0, switches: 0 }

/**
 * Counts the units between two offsets. Signs between letters neither join nor separate them. Valid until the next
 * look.
 */
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

/** `lookAt` for a whole value. */
export const lookOf = (value: string): Look => {
  const length = Math.min(value.length, LONGEST_LOOK)
  for (let at = 0; at < length; at++) SCRATCH[at] = value.charCodeAt(at)
  return lookAt(SCRATCH, 0, length)
}

/** Whether the characters look random: letters do not follow each other as in words. */
export const isGenerated = (look: Look): boolean => {
  const length = look.lower + look.upper + look.digits
  if (look.digits === 0) {
    // Letters only: capitals all over the place, unlike words and names.
    const mix = Math.min(look.lower, look.upper)
    return mix >= length * 0.2 && look.switches >= length * 0.12 && look.common <= look.pairs * 0.58
  }
  if (look.beyondHex === 0) return look.digits >= 3 && look.digits < length - 2 && look.switches >= length * 0.2
  // Mostly digits with a few letters: measures and the paths of drawings.
  if (look.digits > length * 0.6 || look.pairs < length * 0.1 || look.switches < Math.max(2, length * 0.07))
    return false
  const scattered = look.digits >= 3 && look.switches >= length * 0.2
  return look.common <= look.pairs * (scattered ? 0.72 : 0.64)
}

/** A looser test than `isGenerated`, for a value after a word that announces a key. */
export const mayBeGenerated = (look: Look): boolean => {
  const length = look.lower + look.upper + look.digits
  return look.digits >= 2 && look.switches >= length * 0.12 && look.common <= look.pairs * 0.8
}

/**
 * Whether there are few digits or none, but letters that form no words in any language we know, or capitals all over
 * the place.
 */
export const isUnspeakable = (look: Look): boolean => {
  const length = look.lower + look.upper + look.digits
  if (look.digits === 0 && look.pairs >= 11 && look.common <= look.pairs * 0.45) return true
  return look.upper >= length * 0.22 && look.switches >= length * 0.18 && look.common <= look.pairs * 0.76
}
