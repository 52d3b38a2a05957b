const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const WORDS = 'amber basket cobalt dragon ember ferry garnet hazel indigo jungle kettle lemon marble nectar onyx'.split(
  ' ',
)

/** A linear congruential generator (Numerical Recipes) and the alphabets that issuers and people draw from. */
export const createDraw = (seed: number) => {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const from = (alphabet: string) => (length: number) =>
    Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join('')
  const pick = (signs: string): string => signs.charAt(below(signs.length))
  const oneOf = <T>(things: readonly T[]): T => things[below(things.length)]!
  const digits = from(DIGITS)
  const hex = from(`${DIGITS}abcdef`)
  const small = from(LOWER + DIGITS)
  const letters = from(LOWER + UPPER)
  const mixed = from(LOWER + UPPER + DIGITS)
  const word = (): string => oneOf(WORDS)
  const name = (): string => word().replace(/^./, (first) => first.toUpperCase())
  /** Letters and digits, both of them for sure. */
  const short = (length: number): string => `${pick(LOWER)}${mixed(length - 4)}${pick(UPPER)}${digits(2)}`
  return {
    from,
    pick,
    oneOf,
    digits,
    hex,
    small,
    letters,
    mixed,
    word,
    short,
    upperHex: from(`${DIGITS}ABCDEF`),
    capital: from(UPPER + DIGITS),
    url64: from(`${LOWER}${UPPER}${DIGITS}_-`),
    base64: from(`${LOWER}${UPPER}${DIGITS}+/`),
    base32: from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'),
    uuid: (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick('89ab')}${hex(3)}-${hex(12)}`,
    /** What people choose: words with digits and signs, or what a program chose for them. */
    password: (): string =>
      oneOf([
        () => `${name()}${digits(3)}${pick('!@#%?*')}`,
        () => `${word()}_${name()}${digits(2)}`,
        () => `${letters(5)}${pick('!@#%^*')}${digits(2)}${letters(4)}`,
        () => `${small(4)}${pick('-+=')}${mixed(5)}${digits(1)}z`,
        () => short(14),
      ])(),
    /** The same without anything that a shell would take for its own. */
    plainPassword: (): string =>
      oneOf([
        () => `${name()}${digits(3)}`,
        () => `${name()}${digits(2)}_x`,
        () => short(12),
        () => `${small(5)}9K${letters(4)}`,
      ])(),
  }
}

export type Draw = ReturnType<typeof createDraw>

/** A kind of secret: the secret, and a text that holds it. */
export type Kinds = Record<string, (draw: Draw) => readonly [secret: string, text: string]>

export const carried = (secret: string, text: (secret: string) => string) => [secret, text(secret)] as const

/** One kind for each text, in which `#` stands for the secret. */
export const kindsOf = (make: (draw: Draw) => string, texts: Record<string, string>): Kinds =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      (draw: Draw) => carried(make(draw), (secret) => text.replace('#', () => secret)),
    ]),
  )
