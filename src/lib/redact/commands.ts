import { codeAt, isSpace } from './characters.ts'
import { wordAt } from './flags.ts'
import { claimOf } from './names.ts'
import type { Sign } from './words/sign-search.ts'
import type { Span } from './span.ts'
import type { ValueAt } from './value-at.ts'
import { judgeValue } from './value-at.ts'
import { isStandIn } from './values.ts'

/** Index of the secret among the words after a command, flags not counted; undefined if there is none. */
type Position = (words: readonly string[], flags: readonly string[]) => number | undefined

const nth =
  (position: number): Position =>
  () =>
    position

/** `config set NAME VALUE`: the value is a secret if the name says so. */
const named: Position = (words) => (claimOf((words[0] ?? '').replaceAll(':', '.')) === 'none' ? undefined : 1)

/** `http-basic.host user password`, `github-oauth.github.com token`. */
const composed: Position = (words) =>
  (words[0] ?? '').startsWith('http-basic.')
    ? 2
    : /^(?:github-oauth|gitlab-token|bearer|pypi-token)\./.test(words[0] ?? '')
      ? 1
      : undefined

const COMMANDS: [word: string, position: Position][] = [
  [
    'htpasswd',
    (_, flags) =>
      flags.some((flag) => /^-\w*b/.test(flag)) ? (flags.some((flag) => /n/.test(flag)) ? 1 : 2) : undefined,
  ],
  ['net user', nth(1)],
  ['net.exe user', nth(1)],
  ['rabbitmqctl add_user', nth(1)],
  ['rabbitmqctl change_password', nth(1)],
  ['wpa_passphrase', nth(1)],
  ['mc alias set', nth(3)],
  ['mc config host add', nth(3)],
  ['set-initial-password', nth(0)],
  ['vault login', nth(0)],
  ['vault operator unseal', nth(0)],
  ['cargo login', nth(0)],
  ['snyk auth', nth(0)],
  ['wandb login', nth(0)],
  ['huggingface-cli login', nth(0)],
  ['ngrok authtoken', nth(0)],
  ['add-authtoken', nth(0)],
  ['nuget setapikey', nth(0)],
  ['-setairportnetwork', nth(2)],
  ['setx', named],
  ['user-secrets set', named],
  ['npm config set', named],
  ['yarn config set', named],
  ['pnpm config set', named],
  ['git config', named],
  ['aws configure set', named],
  ['pulumi config set', named],
  ['composer config', composed],
  ['poetry config', composed],
]

/** Commands whose secret is known by its position: `htpasswd -b file user X`, `net user name X`, `vault login X`. */
export const COMMAND_SIGNS: readonly Sign[] = COMMANDS.map(([word, position]) => ({
  word,
  examine: (text, _start, end, spans) => commandAt(text, end, position, spans),
}))

const MOST_WORDS = 8
/** `-b`, `--force`, and on Windows `/add`, `/domain:x`. */
const FLAG = /^(?:-|\/[A-Za-z]+(?:[:\s]|$))/

const commandAt = (text: string, from: number, position: Position, spans: Span[]): number => {
  if (!isSpace(codeAt(text, from))) return from
  const words: ValueAt[] = []
  const flags: string[] = []
  let at = from
  for (let count = 0; count < MOST_WORDS; count++) {
    const start = afterSpaces(text, at)
    if (start === at || codeAt(text, start) === 10) break
    const isFlag = FLAG.test(text.slice(start, start + 40))
    const word = isFlag ? undefined : wordAt(text, start)
    if (isFlag) {
      at = start
      while (codeAt(text, at) > 32) at++
      flags.push(text.slice(start, Math.min(at, start + 40)))
    } else if (word === undefined || word.end === start) break
    else {
      words.push(word)
      at = word.end + (word.quoted ? 1 : 0)
    }
  }
  const index = position(
    words.map(({ start, end }) => text.slice(start, end)),
    flags,
  )
  const value = index === undefined ? undefined : words[index]
  if (value === undefined || !isSecret(text, value)) return from
  const kind = judgeValue(text, value, 'secret', true) ?? 'password'
  spans.push({ start: value.start, end: value.end, kind })
  return value.end
}

const afterSpaces = (text: string, from: number): number => {
  let at = from
  while (at - from < 20 && (isSpace(codeAt(text, at)) || (codeAt(text, at) === 92 && codeAt(text, at + 1) === 10))) at++
  return at
}

const isSecret = (text: string, value: ValueAt): boolean => {
  const words = text.slice(value.start, value.end)
  return (
    !isStandIn(words) &&
    (judgeValue(text, value, 'password', true) !== undefined || judgeValue(text, value, 'secret', true) !== undefined)
  )
}
