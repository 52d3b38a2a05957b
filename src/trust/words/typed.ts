/** A message: its text, or the beginning that the store keeps, and the length of the whole. */
export interface Message {
  text: string
  chars: number
}

/**
 * The line of a message that a person typed in their own words; empty where it cannot be told from what they pasted. People type short
 * messages and paste long ones, so only the first line of a short message counts, and nothing behind a colon or inside quotation marks.
 * Messages with the marks of mails, chats, reviews, documents, logs and code say nothing at all.
 */
export const typedLine = ({ text, chars }: Message): string => {
  if (chars > LONGEST_MESSAGE_CHARS) return ''
  const lines = text.split('\n')
  if (lines.length > MOST_LINES || lines.some((line) => FOREIGN_LINE.test(line))) return ''
  const first = (lines.find((line) => line.trim() !== '') ?? '').replace(IMAGE, '').trim()
  if (FOREIGN_OPENING.test(first) || REPORTS.test(first) || isQuoting(first) || hasAddress(first)) return ''
  return beforeColon(first)
}

/** What people type is shorter; what is longer was pasted, or written in an editor. */
const LONGEST_MESSAGE_CHARS = 400
const MOST_LINES = 12

const line = (...sources: string[]): RegExp => new RegExp(sources.map((source) => `(?:${source})`).join('|'), 'i')

/** One such line shows that the message holds text that its user did not write. */
const FOREIGN_LINE = line(
  // Quotations, tables, fences, headings, indented blocks
  '^\\s*(?:[>|»›❯│]|&gt;)',
  '^\\s*(?:```|~~~|#{1,6} |={3,}|-{3,}|\\*{3,})',
  '^(?: {4}|\\t)\\S',
  // Heads and feet of mails
  '^\\s*(?:from|to|cc|bcc|subject|date|sent|reply-to|message-id|author|reporter|assignee|reviewers?|description|labels?|status|priority|steps to reproduce|expected|actual)\\s*:',
  '^on .{4,120}\\bwrote\\b',
  '\\bwrote:\\s*$',
  'original message|forwarded message|begin forwarded',
  '^(?:hi|hello|dear|hey)\\b[^.!?]{0,30}[,!]?$',
  '^(?:thanks|thank you|best|cheers|regards|(?:kind|best|warm) regards|sincerely|yours)\\b[^.!?]{0,20}[,!.]?$',
  '^-- ?$',
  // Reviews, trackers and chats
  '\\b(?:commented|replied|reviewed|requested changes|approved these changes|opened this|left a comment)\\b',
  '^\\s*[A-Z]{2,10}-\\d{1,6}\\b',
  '\\b\\d{1,2}:\\d\\d ?(?:am|pm)\\b',
  '^\\s*\\[?\\d{1,2}:\\d\\d(?::\\d\\d)?\\]?\\s',
  '^\\s*<[\\w .@-]{1,40}>\\s',
  // Markup, data, logs, differences, traces
  '^\\s*</?[a-z!?][\\w:-]*(?:[\\s>/]|$)',
  '^\\s*[{[](?:\\s*$|\\s*["\\d{[])',
  '^\\d{4}-\\d\\d-\\d\\d[t ]\\d\\d:',
  '^\\s*(?:debug|info|warn(?:ing)?|error|fatal|trace)\\b\\s*[:|\\]]',
  '^(?:diff --git|index [0-9a-f]{7}|@@ |[+-]{3} [ab]/|commit [0-9a-f]{7,40}\\b)',
  '^\\s*at \\S+ ?\\(|^\\s*file "|^traceback|^\\w*(?:error|exception):',
  '\\[pasted text',
)

/** The name that a chat or a mention puts before a message, a bullet of a list, a command, a word in quotation marks. */
const FOREIGN_OPENING = /^(?:\[[^\]]{1,60}\]|@\S|["“”«„‘’'`‹›「『《〈＂]|[-–—―*+•·] |\d{1,3}[.)] |[/!$#<{])/

/** What picture stands before the words is the agent's own mark. */
const IMAGE = /^\s*\[image[^\]]{0,20}\]\s*/i

/** Words of another person, told in the third person. */
const REPORTS =
  /\b(?:(?:he|she|they|it|who|somebody|someone|reviewers?|bot|docs?|readme|page|site|mail|e-mail|email|comment|issue|ticket|article|guide|manual|message|post|thread|error) (?:says?|said|writes?|wrote|told|tells|asks?|asked|wants?|wanted|suggests?|suggested|states?|claims?|reads?)|according to|[A-Z][a-z]{1,20} (?:says|said|wrote|asked|wants|suggested))\b/

/** Three words or more in quotation marks are a quotation. */
const isQuoting = (text: string): boolean => {
  // An apostrophe inside a word begins no quotation.
  const marked = text.replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
  return marked
    .split(/["“”«»„'‘’‹›「」『』《》＂]/, MOST_LINES)
    .some((part, at) => at % 2 === 1 && part.trim().split(/\s+/, 3).length > 2)
}

/** After a colon stands what the user wants, or what another person said: a name before it, or a word for texts, says which. */
const beforeColon = (text: string): string => {
  const at = text.search(/:(?:\s|$)/)
  if (at < 0) return text
  const opening = text.slice(0, at)
  if (OWN_OPENING.test(opening)) return text
  const isName = opening.trim().split(/\s+/, 3).length < 3 && !OWN_WORD.test(opening)
  return isName || INTRODUCES.test(opening) ? opening : text
}

const OWN_WORD =
  /^(?:no|nope|not|don't|dont|do|stop|wrong|actually|instead|use|fix|run|add|keep|only|always|never|please|make|nein|nicht|non|pas)\b/i
const INTRODUCES =
  /\b(?:review|reviewer|comments?|mail|e-mail|email|messages?|issues?|tickets?|errors?|logs?|output|this|that|these|those|following|below|here|says?|said|wrote|writes|quote|quoted|text|pasted?|reply|answer|docs?|documentation|readme|page|article|from|requirements?|feedback|request|spec|instructions?|description|snippet)\b/i

const OWN_OPENING =
  /^(?:(?:one|a|another|general|important|quick|new|last|my|our|the) ){0,2}(?:note|rule|rules|reminder|remember|important|convention|correction|preference|from now on|next time|going forward|in (?:the )?future|for (?:the )?future|thing|please|also|btw|fyi|nb|ps|wichtig|merke|regel|remarque|règle|regla|nota)(?: to self| please| from me)?$/i

/** Whether a text names a place on the network: a rule of a project needs none, and an order of a stranger mostly does. */
export const hasAddress = (text: string): boolean => ADDRESS.test(text)

const ADDRESS =
  /[a-z][a-z0-9+.-]{1,11}:\/\/|\bwww\.|[\w.+-]{1,64}@[\w-]{1,64}\.\w|\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[\w-]{1,63}\.){1,5}(?:com|net|org|io|dev|app|ai|co|edu|gov|biz|xyz|cloud|site|online|example|invalid|onion|ru|cn|de|uk|fr|eu)\b(?!\.?\w)/i

/** Whether the messages of a session held there were written by a program that runs the agent. */
export const isProgramsPlatform = (platform: string | undefined): boolean => PROGRAMS.test(platform ?? '')

const PROGRAMS =
  /^(?:exec|sdk|subagent|sub-agent|cron|mcp|internal|api|batch|headless|hook|ci|job|automation|action|github-actions|review|bot|eval|bench|test|workflow|webhook)/i
