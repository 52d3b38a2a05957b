import { wilson } from '../lib/stats/wilson.ts'
import type { SessionProfile } from '../schema/listing/session-profile.ts'
import type { ProfileCall, ProfileTurn } from '../schema/tally.ts'
import { conventions } from './conventions.ts'
import { isCorrection, plainly } from './corrections.ts'
import { shapeOf, classifyWork } from './shape.ts'

type UserPatterns = SessionProfile['userPatterns']

/**
 * How the user of a session talks to the agent, from what a person typed in the main conversation. Every field follows
 * a stated rule.
 */
export const userPatterns = (turns: readonly ProfileTurn[], calls: readonly ProfileCall[]): UserPatterns => ({
  ...talkPatterns(turns, calls),
  conventions: conventions(turns),
})

/** `userPatterns` without the standing instructions, which take most of the time. */
export const talkPatterns = (
  turns: readonly ProfileTurn[],
  calls: readonly ProfileCall[],
): Omit<UserPatterns, 'conventions'> => {
  const typed = turns.filter((turn) => turn.agent === undefined && !turn.synthetic)
  const real = calls.filter((call) => !call.trivial)
  const common = {
    messageCount: typed.length,
    preferredTools: preferredTools(real),
    domains: domainsOf(typed, real),
  }
  if (typed.length === 0) return { ...common, ...NOBODY_SPOKE }
  const meanLength = meanOf(typed)
  const commandShare = wilson(typed.filter(isCommand).length, typed.length)
  const questionShare = wilson(typed.filter(isQuestion).length, typed.length)
  const style = styleOf(commandShare.rate, questionShare.rate, meanLength)
  return {
    ...common,
    meanLength,
    questionShare,
    commandShare,
    style,
    requestStyle: requestStyleOf(style, typed),
    feedbackStyle: feedbackStyleOf(typed),
  }
}

const NOBODY_SPOKE = {
  meanLength: null,
  questionShare: null,
  commandShare: null,
  reason: 'no message of this session was typed by a person',
  style: null,
  requestStyle: null,
  feedbackStyle: null,
}

/** Whether a message is a command: a slash and a word. `/home/...` is a path. */
const isCommand = ({ text }: ProfileTurn): boolean => /^\s*\/[a-z][\w:.-]*(?:\s|$)/i.test(text.slice(0, 120))

/**
 * Whether a message ends a sentence with a question mark or begins with a question word. "Can you ..." without a
 * question mark is a request.
 */
const isQuestion = (turn: ProfileTurn): boolean =>
  !isCommand(turn) &&
  (/[?？](?:[\s"')\]*]|$)/.test(turn.text) || /^\s*(?:what|why|how|when|where|who|which|whose)\b/i.test(turn.text))

const meanOf = (turns: readonly ProfileTurn[]): number =>
  turns.reduce((sum, turn) => sum + turn.chars, 0) / turns.length

const TERSE_BELOW_CHARS = 50
const DETAILED_ABOVE_CHARS = 200

const styleOf = (commands: number, questions: number, meanLength: number): NonNullable<UserPatterns['style']> => {
  if (commands > 0.3) return 'command_driven'
  if (questions > 0.5) return 'conversational'
  if (meanLength < TERSE_BELOW_CHARS) return 'terse'
  return meanLength > DETAILED_ABOVE_CHARS ? 'detailed' : 'balanced'
}

/** `direct` if more than half of the messages begin with an imperative. Commands and questions take precedence. */
const requestStyleOf = (
  style: NonNullable<UserPatterns['style']>,
  typed: readonly ProfileTurn[],
): NonNullable<UserPatterns['requestStyle']> => {
  if (style === 'command_driven' || style === 'conversational') return style
  return typed.filter(isImperative).length > typed.length / 2 ? 'direct' : style
}

const POLITE = /^(?:(?:ok|okay|alright|now|then|please|also|and|so|first|next|yes|yeah|just|bitte|hey)[\s,.:!-]+){1,4}/
const IMPERATIVES = new Set(
  'add analyze analyse apply ask build bump change check clean clone commit compare compile continue convert copy create debug delete deploy describe design disable do document download draft drop edit enable ensure examine execute explain export extract fetch fill find finish fix format generate get give go help implement import improve include increase inspect install investigate keep kill let lets list load look make merge migrate modify move open optimize port prepare print proceed publish push put read rebase refactor release remove rename repeat replace report rerun reset resolve restart restore return revert review rewrite run save scan search send set setup show simplify sort split start stop summarize switch take tell test translate try turn undo update upgrade use validate verify wait walk work write füge ändere lösche erstelle mach mache schreibe zeig zeige prüfe teste ajoute crée supprime corrige montre écris lance agrega añade crea borra elimina corrige muestra escribe ejecuta'.split(
    ' ',
  ),
)

const isImperative = ({ text }: ProfileTurn): boolean => {
  const first = /^[\p{L}']+/u.exec(plainly(text.slice(0, 200)).replace(POLITE, ''))?.[0] ?? ''
  return IMPERATIVES.has(first.replaceAll("'", ''))
}

/** The share of corrections that counts as nearly all of what a user says after the first message. */
const CORRECTIONS_ONLY_SHARE = 0.8
/** The length of about one sentence. */
const TERSE_FEEDBACK_BELOW_CHARS = 100

/** The style of the messages after the first, without commands; null if there are none. */
const feedbackStyleOf = (typed: readonly ProfileTurn[]): UserPatterns['feedbackStyle'] => {
  const feedback = typed.slice(1).filter((turn) => !isCommand(turn))
  if (feedback.length === 0) return null
  const corrections = feedback.filter((turn) => isCorrection(turn.text)).length
  if (corrections >= CORRECTIONS_ONLY_SHARE * feedback.length) return 'corrections_only'
  return meanOf(feedback) < TERSE_FEEDBACK_BELOW_CHARS ? 'terse' : 'detailed'
}

const MOST_TOOLS = 5

const preferredTools = (calls: readonly ProfileCall[]): string[] => {
  const counts = new Map<string, number>()
  for (const { tool } of calls) counts.set(tool, (counts.get(tool) ?? 0) + 1)
  return [...counts]
    .toSorted(([one, times], [other, otherTimes]) => otherTimes - times || (one < other ? -1 : 1))
    .slice(0, MOST_TOOLS)
    .map(([tool]) => tool)
}

interface Domain {
  name: string
  /** Words of a message that belong to the domain. */
  words: RegExp
  /** Whether a call belongs to the domain, by its kind of work (a letter), its shape and its subject. */
  does: (work: string, shape: string, subject: string) => boolean
}

const PROSE = /\.(?:md|mdx|rst|txt|tex|docx?|adoc)$/i
const DATA = /\.(?:csv|tsv|parquet|ipynb|sql|xlsx?|sqlite|db)$/i

const DOMAINS: Domain[] = [
  {
    name: 'coding',
    words:
      /\b(?:code|codebase|bugs?|function|class|method|unit tests?|tests? (?:pass|fail)|refactor\w*|compil\w+|implement\w*|api|typescript|javascript|python|rust|golang|java|react|npm|cargo|lint\w*|type ?check|pull request|merge conflicts?|stack ?trace|exception|regex)\b/i,
    does: (work, _, subject) => 'tcv'.includes(work) || (work === 'e' && !PROSE.test(subject) && !DATA.test(subject)),
  },
  {
    name: 'research',
    words:
      /\b(?:research|look up|find out|investigate|sources?|papers?|articles?|compare|survey|literature|news|web ?search|google)\b/i,
    does: (work, shape) => work === 'w' || shape === 'curl' || shape === 'wget',
  },
  {
    name: 'file_management',
    words:
      /\b(?:rename|move|copy|delete|organi[sz]e|clean up|back ?up|archive|unzip)\b.{0,60}\b(?:files?|folders?|director(?:y|ies))\b/i,
    does: (_, shape) => /^(?:mkdir|cp|mv|rm|rmdir|touch|chmod|chown|ln|tar|unzip|zip|rsync|trash)$/.test(shape),
  },
  {
    name: 'devops',
    words:
      /\b(?:deploy\w*|docker\w*|kubernetes|k8s|helm|terraform|ansible|nginx|systemd|ci|pipeline|github actions|server|cluster|production|staging|monitoring|ssh)\b/i,
    does: (_, shape) =>
      /^(?:docker|docker-compose|podman|kubectl|helm|terraform|ansible\S*|systemctl|journalctl|service|ssh|scp|aws|gcloud|az|vercel|fly|heroku|wrangler)\b/.test(
        shape,
      ),
  },
  {
    name: 'data',
    words:
      /\b(?:datasets?|csv|data ?frames?|pandas|sql|database|query|queries|spreadsheet|excel|charts?|plots?|statistics|regression|parquet)\b/i,
    does: (work, shape, subject) =>
      /^(?:psql|sqlite3|mysql|duckdb|jq|csv\w+|Rscript|jupyter)\b/.test(shape) ||
      ('re'.includes(work) && DATA.test(subject)),
  },
  {
    name: 'writing',
    words:
      /\b(?:readme|documentation|docs|changelog|blog ?posts?|essay|draft|rewrite|proofread|translate|summar(?:y|i[sz]e)|letter|wording|paragraph|tone)\b/i,
    does: (work, _, subject) => work === 'e' && PROSE.test(subject),
  },
  {
    name: 'communication',
    words: /\b(?:e-?mails?|inbox|calendar|meeting|remind(?:er)?|slack|telegram|discord|whatsapp|schedule|invite)\b/i,
    does: (_, shape) => /(?:mail|calendar|slack|telegram|discord|message_send|send_sms)/i.test(shape),
  },
]

/** A domain is named if this share of the messages or calls belongs to it, and more than one of them. */
const DOMAIN_SHARE = 0.1

const domainsOf = (typed: readonly ProfileTurn[], calls: readonly ProfileCall[]): string[] => {
  const done = calls.map((call) => ({ work: classifyWork(call), shape: shapeOf(call), subject: call.subject }))
  return DOMAINS.map(({ name, words, does }) => {
    const messages = typed.filter((turn) => words.test(turn.text)).length
    const works = done.filter(({ work, shape, subject }) => does(work, shape, subject)).length
    const shares = [shareOf(messages, typed.length), shareOf(works, done.length)]
    return { name, most: Math.max(...shares), score: shares.reduce((sum, share) => sum + share, 0) }
  })
    .filter(({ most }) => most >= DOMAIN_SHARE)
    .toSorted((one, other) => other.score - one.score)
    .map(({ name }) => name)
}

/** A single message counts nothing among several: one of two messages is half of them and still only one. */
const shareOf = (count: number, all: number): number => (count > 1 || (count === 1 && all === 1) ? count / all : 0)
