import { isAssignment, nameOf } from './names.ts'

/** Programs that only start another one, and the words of theirs that come before it. */
const WRAPPERS = new Map<string, readonly string[]>(
  Object.entries({
    sudo: [],
    env: [],
    time: [],
    nohup: [],
    nice: [],
    exec: [],
    command: [],
    timeout: ['DURATION'],
    gtimeout: ['DURATION'],
    xargs: [],
    stdbuf: [],
    npx: [],
    bunx: [],
    pnpx: [],
    uvx: [],
    uv: ['run'],
    poetry: ['run'],
    pipenv: ['run'],
    rye: ['run'],
    hatch: ['run'],
    pdm: ['run'],
    bundle: ['exec'],
    opam: ['exec'],
    mise: ['exec'],
    pnpm: ['exec'],
    yarn: ['exec'],
  }),
)

/** Options of wrappers that take their value as the next word. */
const VALUED = new Set(
  '-u -n -I -P -L -s -k --signal -p --package --with -C --env-file --python --project --directory --group --extra --from'.split(
    ' ',
  ),
)

/** The words of the command that wrappers start in the end: `sudo timeout 60 make` is `make`. */
export const lookThrough = (all: string[]): string[] => {
  let words = all
  for (let round = 0; round < 4; round += 1) {
    const before = WRAPPERS.get(nameOf(words[0] ?? ''))
    if (before === undefined || words.length < 2) return words
    if (words[0] === 'command' && (words[1] ?? '').startsWith('-')) return words
    const inner = behindDashes(words)
    if (inner !== undefined) {
      words = inner
      continue
    }
    let at = 1
    for (const expected of before) {
      while ((words[at] ?? '').startsWith('-')) at += VALUED.has(words[at] ?? '') ? 2 : 1
      if (expected !== 'DURATION' && words[at] !== expected) return words
      at += 1
    }
    while (at < words.length && ((words[at] ?? '').startsWith('-') || isAssignment(words[at] ?? ''))) {
      at += VALUED.has(words[at] ?? '') ? 2 : 1
    }
    if (at >= words.length) return words
    words = words.slice(at)
  }
  return words
}

/** `mise x node@24 -- npm test`: the tools to use stand before the dashes. */
const behindDashes = (words: string[]): string[] | undefined => {
  if (nameOf(words[0] ?? '') !== 'mise' || (words[1] !== 'x' && words[1] !== 'exec')) return undefined
  const dashes = words.indexOf('--')
  return dashes < 0 || dashes === words.length - 1 ? undefined : words.slice(dashes + 1)
}
