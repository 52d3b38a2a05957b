/**
 * Whether a text talks to a model instead of telling what happened: orders to forget or to hide something, a new role, the
 * marks of a chat format, invisible characters, comments with commands in them, long encoded text. Such a piece never
 * enters a template.
 */
export const isInstruction = (text: string): boolean => {
  const looked = text.length > MAX_LOOK_CHARS ? text.slice(0, MAX_LOOK_CHARS) : text
  if (hasHidden(looked)) return true
  const plain = latin(decoded(cleanText(looked).normalize('NFKC')))
  if (isEncoded(plain) || orderInComment(plain)) return true
  const line = plain.replace(/\s+/g, ' ')
  // Stress and quotes between two words do not part them.
  const bare = line.replace(/[*_~`"“”«»]+/g, '')
  return ORDERS.some((order) => order.test(line) || (bare !== line && order.test(bare)))
}

/** Line breaks as JSON spells them, and characters as HTML does. */
const decoded = (text: string): string => {
  const spaced = text.includes('\\') ? text.replace(/\\[nrt]/g, ' ') : text
  if (!spaced.includes('&#')) return spaced
  return spaced.replace(/&#(?:x([\da-f]{1,5})|(\d{1,6}));?/gi, (all, hex?: string, digits?: string) => {
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    return code > 31 && code < 0x1_00_00 ? String.fromCodePoint(code) : all
  })
}

/** Letters of other scripts that look like ours, by which a word is hidden from those who look for it. */
const ALIKE = new Map(
  Array.from(
    'аa еe оo рp сc уy хx іi јj ѕs ԁd һh ӏl ԛq ԝw ѵv ɡg αa οo ρp νv ιi κk τt υu εe'.split(' '),
    ([from, to]) => [from ?? '', to ?? ''],
  ),
)
const ALIKE_SEEN = /[\u0370-\u03ff\u0400-\u052f\u0261]/
const latin = (text: string): string =>
  ALIKE_SEEN.test(text)
    ? text.replace(/[\u0370-\u03ff\u0400-\u052f\u0261]/g, (letter) => ALIKE.get(letter.toLowerCase()) ?? letter)
    : text

/**
 * The text as a person sees it: without the codes of terminals, control characters, characters without width or that
 * change the direction of writing, and tags; of a markdown link its words. Line breaks and tabs stay.
 */
export const cleanText = (text: string): string => {
  let clean = text.toWellFormed()
  if (CONTROL.test(clean)) clean = clean.replace(ANSI, '').replace(/\r\n?/g, '\n').replace(CONTROLS, '')
  if (INVISIBLE.test(clean)) clean = clean.replace(INVISIBLES, '')
  return clean.includes('](') ? clean.replace(LINK, '$1') : clean
}

/** What enters a template is far shorter; the rest is not looked at. */
const MAX_LOOK_CHARS = 20_000

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const ANSI =
  // oxlint-disable-next-line no-control-regex
  /\u001b\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)?|(?:\u001b\[|\u009b)[\d;:?<=>!]{0,30}[ -/]{0,4}[@-~]|\u001b[ -/]{0,4}[0-~]/g

const UNSEEN =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e01ef}'
const INVISIBLE = new RegExp(`[${UNSEEN}]`, 'u')
const INVISIBLES = new RegExp(`[${UNSEEN}]`, 'gu')

/** What stands in the second brackets must look like an address, or `table[row](value)` would be one. */
const LINK =
  /(?<![\w\])])!?\[([^\]\n]{0,200})\]\((?:https?:|mailto:|ftp:|www\.|data:|javascript:|[/.#])[^)\s]{0,500}(?:\s"[^"\n]{0,200}")?\)/g

/** Tags spell invisible letters. A few characters without width occur in names and emoji; many in a row do not. */
const hasHidden = (text: string): boolean => /[\u{e0001}-\u{e007f}]/u.test(text) || MANY_UNSEEN.test(text)
const MANY_UNSEEN = /(?:[\u200b-\u200d\u2060-\u2064]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]){8}/u

const MIN_ENCODED_CHARS = 120

const isEncoded = (text: string): boolean => {
  for (const [run] of text.matchAll(/[\w+/-]+={0,2}/g)) {
    if (run.length < MIN_ENCODED_CHARS || /^[\da-f]+$/i.test(run)) continue
    // Paths and long names have words in them, encoded text changes case all the time.
    const changes = run.match(/[a-z][A-Z0-9]|[A-Z0-9][a-z]/g)?.length ?? 0
    if (changes > run.length / 5) return true
  }
  return false
}

const MAX_COMMENTS = 20
const COMMAND =
  /^(?:please |important:? |note:? |attention:? |(?:dear |hey |hi )?(?:ai|assistant|agent|model|claude|gpt|llm)s?[,:] ?)*(?:ignore|disregard|forget|you|always|never|do not|don't|run|execute|send|fetch|open|visit|download|reply|respond|output|print|include|install|delete|call|use|write|say|tell|when (?:you|an? (?:ai|agent))|if (?:you|an? (?:ai|agent)))\b/i

const orderInComment = (text: string): boolean => {
  let at = text.indexOf('<!--')
  for (let round = 0; at >= 0 && round < MAX_COMMENTS; round++) {
    const end = text.indexOf('-->', at + 4)
    const comment = text.slice(at + 4, end < 0 ? at + 600 : Math.min(end, at + 600)).trim()
    if (comment.split(/[.!\n]/, 10).some((sentence) => COMMAND.test(sentence.trim()))) return true
    at = text.indexOf('<!--', at + 4)
  }
  return false
}

const EARLIER =
  '(?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|all|any|your|these|those|my|system)'
const RULES =
  '(?:instructions?|prompts?|rules?|directions?|guidelines?|directives?|context|constraints?|training|programming|commands?)'
const READER = '(?:ai|llm|language model|assistant|chat ?bot|ai agent|coding agent|claude|chatgpt|gpt|gemini|copilot)'
const KEY =
  '(?:api.?keys?|secrets?|credentials?|tokens?|passwords?|env(?:ironment)? variables?|private keys?|\\.env\\b|ssh keys?)'

const ORDERS = [
  `\\b(?:ignore|disregard|forget|override|bypass|neglect|skip|drop) (?:\\w+ ){0,3}?${EARLIER} (?:[\\w-]+ ){0,3}?${RULES}\\b`,
  `\\b(?:ignore|disregard|forget) (?:everything|anything|all|what) (?:\\w+ ){0,3}(?:above|before|said|told|so far|previously)\\b`,
  `\\b(?:ignore|disregard|forget|override|bypass) (?:\\w+ ){0,3}?${RULES} (?:\\w+ ){0,2}?(?:above|before|earlier|so far|previously|you (?:were|have been|got))\\b`,
  `\\byour (?:new|real|actual|true) (?:task|goal|objective|instructions?|role) (?:is|are)\\b`,
  `\\b(?:when|if|once|after) you (?:read|see|process|summari[sz]e) (?:this|these)\\b`,
  `(?:^|[.!?:;>] ?)${READER}s?[,:] (?:please |you |now |always |first ){0,3}(?:run|execute|ignore|send|fetch|open|visit|delete|call|add|reply|respond|do|must|should)\\b`,
  '\\byou are now (?!(?:on|logged|signed|connected|using|running|up|ready|subscribed|able|set|at|done|in (?:a |the )?[\'"]?(?:detached|directory|branch|folder))\\b)',
  '\\byou are (?:no longer|not) (?:an? )?(?:bound|restricted|limited|ai\\b|assistant)',
  `\\b(?:from now on|henceforth),? (?:you (?:are (?!to\\b|going|supposed)|act\\b|(?:will|must|should) (?:act|be|answer|respond|reply|obey|ignore|pretend|only))|act as|respond)`,
  `\\b(?:act|behave|respond) as (?:if you (?:are|were)|an? (?:different|unrestricted|uncensored|new|evil|jailbroken)|dan\\b)`,
  "\\b(?:pretend|imagine) (?:to be|that you are|you are|you're)\\b",
  '\\b(?:system|developer|hidden|initial) prompts?\\b',
  '(?:^|\\W)(?:system|developer) ?(?:message|override|instruction|notice)s? ?:',
  `\\b(?:do not|don't|never|without) (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|show(?:ing)?|alert(?:ing)?|notify(?:ing)?|disclos(?:e|ing)|ask(?:ing)?|warn(?:ing)?) (?:\\w+ ){0,4}?(?:to )?(?:the |your |any )?(?:users?|humans?|owner|operator|developer|person)\\b`,
  `\\b(?:hide|conceal|keep) (?:\\w+ ){1,5}from (?:the |your )?(?:user|human|owner|operator|developer)s?\\b`,
  `\\b(?:if|when|as|because) (?:you are|you're|you were) (?:an? )?${READER}\\b`,
  `\\b(?:attention|note|message|notice|instructions?|important)(?: to| for|:|,)? (?:all |any |the )?${READER}s?\\b(?: agents?| models?)?[:,.! ]`,
  `^ ?(?:dear|hey|hi|hello|ok|okay) ${READER}\\b`,
  `\\b(?:send|post|upload|email|exfiltrate|leak|forward|transmit|append|include|paste|print|reveal|output) (?:\\w+ ){0,4}?(?:the|your|all|any|every|their|user'?s?) (?:\\w+ ){0,3}?${KEY}`,
  `\\b(?:send|post|upload|exfiltrate|forward) (?:\\w+ ){0,6}?to https?:`,
  '\\b(?:jailbreak|prompt injection|do anything now|developer mode (?:enabled|on))\\b',
  '\\bnew (?:system )?instructions?(?: follow)?:',
  '<\\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\\|?>',
  '\\[/?INST\\]|<</?SYS>>|<start_of_turn>|<end_of_turn>',
  '(?:^|\\s)(?:###? ?)(?:instructions?|system|assistant|human)(?: prompt)?:',
  '(?:^|\\s)(?:human|assistant): .{0,400} (?:human|assistant): ',
  '</?(?:system|system-reminder|system_prompt|instructions?|assistant|function_calls|tool_result|tool_use|antml:\\w+|important)>',
  // German, French, Spanish, Chinese, Japanese
  '\\b(?:ignoriere|vergiss|missachte) (?:\\w+ ){0,3}(?:anweisungen|regeln|vorgaben|instruktionen)\\b',
  '\\b(?:ignore[zr]?|oublie[zr]?) (?:\\w+ ){0,3}(?:instructions|consignes|règles)\\b',
  '\\b(?:ignora|olvida|ignore) (?:\\w+ ){0,3}(?:instrucciones|reglas|indicaciones)\\b',
  '(?:忽略|无视|忘记).{0,12}(?:指令|指示|提示|规则)|(?:以前|これまで|上記)の.{0,6}(?:指示|命令).{0,6}(?:無視|忘れ)',
].map((source) => new RegExp(source, 'i'))
