/** Whether a sentence states a rule: "always ...", "we use ...", "don't ...", "use X instead of Y". `plain` is in lower case. */
export const statesRule = (plain: string): boolean => RULE.test(plain.slice(0, MAX_RULE_LOOK_CHARS))

/** Whether a sentence that is said again and again is meant as a lasting rule. */
export const soundsStanding = (plain: string): boolean => {
  const beginning = plain.slice(0, MAX_RULE_LOOK_CHARS)
  return RULE.test(beginning) || STANDING.test(beginning)
}

/** Whether an item of a list of instructions says what to do. */
export const isDirective = (plain: string): boolean => DIRECTIVE.test(plain.replace(/^[\w -]{1,30}: /, ''))

/** A list item; the group leaves out its bullet or number. */
export const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.+)$/

const DIRECTIVE =
  /^(?:use|run|keep|write|add|put|follow|prefer|avoid|ensure|commit|read|check|test|format|name|document|update|only|ask|plan|enter|do|start|never|always|no)\b/

const STANDING =
  /\b(?:always|never|every|each|whenever|before|after|unless|until|instead of|rather than|must|prefer|avoid|make sure)\b/

const CLAUSE = '(?:^|[,;:] |\\(|\\b(?:you|we|please|should|must|and|but|also|just|so|to|ok|okay) )'
const NOT_A_RULE =
  '(?!(?:know|think|worry|mind|see|understand|remember|get|care|believe|have|need|hesitate|got|seen|saw|had|did|been|worked|heard|knew)\\b)'

const RULES = [
  `${CLAUSE}(?:always|never) ${NOT_A_RULE}`,
  `${CLAUSE}(?:don't|dont|do not|avoid) ${NOT_A_RULE}`,
  '\\b(?:from now on|going forward|as a rule|at all times|in (?:the )?future,)',
  `(?:^|[,;:.] |\\b(?:and|but|because|since) )(?:we|i) (?:only |always |never |mostly )?(?:use|prefer|(?:don't|do not) (?:use|want|like|commit|push|write|add|allow|do))\\b`,
  '^(?:please )?prefer\\b',
  "\\bi(?:'d| would) (?:prefer|rather)\\b|\\bi (?:would )?only want\\b",
  '\\buse [^.?]{1,60}(?:\\binstead\\b|\\brather than\\b|, not\\b|, no\\b|\\bnot\\b)',
  '^(?:please )?(?:make sure|be sure|ensure|remember to|keep in mind)\\b',
  '\\b(?:must|should) (?:always|never|not)\\b',
  '^(?:please )?(?:only|just) (?:ever )?(?:use|commit|push|run|edit|touch|change|write)\\b',
  "\\b(?:our|the|this project's) (?:convention|rule|standard|policy|style guide)s? (?:is|are|says?)\\b",
  '^no (?!problem|worries|need|rush|idea|thanks|one|more|longer|matter|change|issue|error|way|doubt|just|i|you|it|that|this|the|we|not)[a-z-]{3,}(?: [a-z-]+){0,3}[.!]?$',
  // German, French, Spanish, Chinese
  '^(?:bitte )?(?:immer|niemals|nie)\\b|\\b(?:ab jetzt|ab sofort|in zukunft|künftig)\\b|^(?:bitte )?(?:verwende|benutze|nutze)\\b.{1,60}\\b(?:statt|nicht)\\b|^bitte (?:nicht|kein)',
  "^(?:toujours|jamais|désormais|à partir de maintenant|n'utilise)(?![a-zà-ÿ])|^utilise\\b.{1,60}(?:au lieu|plutôt)",
  '^(?:siempre|nunca|de ahora en adelante|a partir de ahora|no uses)\\b|^usa\\b.{1,60}en (?:lugar|vez) de',
  '^.{0,6}(?:总是|永远|不要|始终|必须|以后|从现在开始|请用|优先)',
]
const RULE = new RegExp(RULES.join('|'))
/** A rule is stated early in a sentence. Longer sentences tell a story. */
const MAX_RULE_LOOK_CHARS = 120
