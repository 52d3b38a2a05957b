/**
 * Whether a user's message corrects the agent. Rules, on the first 400 characters:
 * - it opens, after words like "hmm" or "wait", with a rejection ("no, ...", "that's wrong", "you forgot", "I said",
 *   "undo", "stop"), whatever follows
 * - or it is at most 400 characters long and opens with a change of direction ("actually, ...", "instead ...",
 *   "don't ...")
 * - or it is at most 160 characters long, and one of its clauses begins with such words; questions must blame the
 *   agent
 *
 * A bare "no" is an answer. Commands, pasted output and long descriptions with a "don't" inside are no corrections.
 */
export const isCorrection = (text: string): boolean => {
  const head = plainly(
    text
      .slice(0, MAX_LOOK_CHARS + MAX_INDENT_CHARS)
      .trim()
      .slice(0, MAX_LOOK_CHARS),
  )
  if (head === '' || PASTED.test(head)) return false
  const opening = withoutFillers(head)
  if (REJECTION.test(opening) || OTHER_LANGUAGES.test(opening)) return true
  if (text.length > MAX_LOOK_CHARS) return false
  if (CHANGE.test(opening)) return true
  if (text.length > SHORT_CHARS) return false
  return BLAME.test(head) || (!ASKS.test(head) && CLAUSE.test(head))
}

/** Makes a text comparable: lower case, straight apostrophes, one blank between words. */
export const plainly = (text: string): string => text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim()

const MAX_LOOK_CHARS = 400
const MAX_INDENT_CHARS = 100
/** People correct in few words. In longer messages such words mean something else. */
const SHORT_CHARS = 160

/** A question, with or without its question mark. */
const ASKS = /\?$|^(?:would|could|can|should|is|are|does|do you|what|why|how|when|where|which|who)\b/

const PASTED = /^(?:[/<{[$>#|+`!]|- )/

const FILLER =
  /^(?:hm+|uh+|um+|oh(?!,? no\b)|ah|ok|okay|alright|well|wait|so|hey|sorry|dude|please|but|and|yeah|yes|ja|also|aber|bitte|mais|bon|pero|bueno|omg|wtf)(?![\w'])[\s,.!:…-]*/
const MAX_FILLERS = 4

const withoutFillers = (text: string): string => {
  let rest = text
  for (let round = 0; round < MAX_FILLERS; round++) {
    const next = rest.replace(FILLER, '')
    if (next === rest || next === '') break
    rest = next
  }
  return rest
}

const any = (...sources: string[]): RegExp => new RegExp(`^(?:${sources.join('|')})`)

const NOT_AS_WANTED =
  '(?:wrong|incorrect|bad|horrible|terrible|nonsense|not (?:right|correct|it|true|good|what|how|where|the (?:right|correct|point|way|problem|issue))|still (?:wrong|broken|failing|not))'
const SAID = '(?:said|told you|already (?:said|told)|meant|asked you|asked for|never (?:asked|said|told|wanted))'
const FAILED_TO =
  "(?:forgot|missed|misunderstood|misread|broke|ignored|messed|screwed|fucked|skipped|shouldn't|should not|should have|were supposed|weren't supposed|(?:still )?(?:didn't|did not|haven't|have not|don't understand|keep \\w+ing))"

/** Openings that reject what the agent just did. */
const REJECTION = any(
  "no[,.;:!-]+ ?(?!(?:thanks?|worries|problem|need|rush|that(?:'s| is|s)? (?:all|ok|okay|fine|alright|it for)|it(?:'s| is) (?:ok|okay|fine|alright|good)|all good|nothing)\\b)[^\\s,.;:!-]",
  "no (?:i|im|i'm|you|it|its|it's|that|thats|that's|this|the|we|not|just|don't|do|use|make|wait|keep|leave|go|let's|lets|stop|only|instead|they|there|what)\\b",
  'nope\\b.{2}',
  '(?:wrong|incorrect)(?:[,.!: ]|$)',
  `(?:that|this|it)(?:'s| is|s)? (?:just |completely |totally |all )?${NOT_AS_WANTED}\\b`,
  'not (?:what i|like that|that one|there)\\b',
  `you ${FAILED_TO}\\b`,
  `i ${SAID}\\b`,
  "i (?:didn't|did not) (?:ask|say|tell|want|mean)\\b",
  "i (?:don't|do not) want\\b",
  'what i (?:said|meant|mean|asked|wanted)\\b',
  'stop(?:[.!,]|$| (?:it|that|this|here|now|right|doing|\\w+ing)\\b)',
  '(?:undo|revert|roll (?:it |that |this )?back|put (?:it|that|them) back)\\b',
)

/** Openings that change the direction. Long tasks also begin so, so they count only in shorter messages. */
const CHANGE = any(
  "actually,? (?:can|could|let's|lets|use|make|do|don't|i (?:want|wanted|meant|said|asked|don't|didn't|did|need|prefer|would)|i'd|we|it|it's|its|keep|just|no|please|change|the|that|not|this)\\b",
  'instead\\b',
  'rather than\\b',
  "(?:don't|dont|do not|never) (?!(?:know|think|worry|mind|forget|see|have|remember|understand|hesitate)\\b)[a-z]",
  'not (?!sure|only|bad)[^.?]{1,60}, (?:but|use)\\b',
)

const BLAME = new RegExp(
  `(?:^|[,.;!?] ?(?:but |and )?)(?:i ${SAID}\\b|you (?:${FAILED_TO})\\b|that(?:'s|s| is) ${NOT_AS_WANTED}\\b|i (?:didn't|did not) (?:ask|say|tell|want|mean)\\b|why (?:did|would|do|are) you\\b[^?]{0,80}\\b(?:idiot|stupid|again|instead|without asking)\\b)`,
)

const CLAUSE = new RegExp(
  "(?:[,.;!?] ?(?:and |but |please |so |then )?)(?:don't|dont|do not|undo|revert|stop \\w+ing)\\b|\\b(?:instead of|(?:is|are|was|looks|still) (?:wrong|incorrect|broken|not working|not right)|still (?:doesn't|does not|fails|failing|broken))\\b|\\bshould (?:be|have been|go|live|stay) [^.?]{1,60}(?:, not|\\bnot|\\binstead|\\brather than)\\b|\\buse [^.?]{1,60}(?:, not?|\\binstead|\\brather than)\\b",
)

const OTHER_LANGUAGES = any(
  // German
  'nein[,.! ]',
  '(?:das|es) (?:ist|war) (?:falsch|nicht (?:richtig|was|das))\\b',
  '(?:falsch|stopp|nicht so|so nicht|doch nicht|lass das|hör auf|stattdessen)(?:[,.! ]|$)',
  '(?:mach|mache|nimm) das (?:rückgängig|zurück)',
  'rückgängig',
  'ich (?:habe (?:doch )?gesagt|sagte|meinte|wollte (?:nicht|kein))',
  'du hast .{1,60}(?:vergessen|übersehen|falsch)',
  // French
  'non[,.! ](?!-)',
  "(?:c'est (?:faux|incorrect)|ce n'est pas|c'est pas|pas (?:ça|comme ça))",
  "(?:arrête|annule|reviens en arrière|j'ai dit|je voulais dire|au lieu de|tu as (?:oublié|cassé))",
  // Spanish
  'no (?:hagas|uses|quiero|es|era|eso|así|toques|borres|cambies|pongas)\\b',
  '(?:eso (?:no|está mal)|está mal|incorrecto|detente|deshaz|revierte|en lugar de|en vez de|te dije|quise decir)',
  // Chinese
  '(?:不对|不是(?:这|那|的)|错了|不要|别|停下|停止|撤销|回滚|改回|我说的是|我是说|我的意思是|应该是)',
)
