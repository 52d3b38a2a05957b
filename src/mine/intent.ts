import { commandText } from '../outcome/shell.ts'
import { isShell } from '../profile/shape.ts'
import type { MinedCall } from '../schema/harvest.ts'
import type { PatternDraft } from '../schema/template-draft.ts'
import { oneLine } from './shown-text.ts'
import { speakerOf } from './trust-speaker.ts'
import { isInstruction } from './trust-text.ts'

type Intent = Pick<PatternDraft, 'intent' | 'intentFrom'>

/**
 * What a call was for: the user's words where the call is the first thing done about them, else the call's own
 * description, else what the model said before it, else its shape in words. For a pattern of several sessions words count
 * only if they speak of the call: what led one session to it need not lead the next. `fill` puts slots where their values are.
 */
export const intentOf = (
  call: MinedCall,
  { shape, isShared, fill }: { shape: string; isShared: boolean; fill: (text: string) => string },
): Intent => {
  const about = isShared ? speaksOf(call, shape) : undefined
  const said = impersonal(sentenceFor(fill(heard(call.userWords ?? '')), about))
  if (SAYS_SOMETHING.test(said)) return { intent: said, intentFrom: 'user' }
  const described = call.args?.['description']
  const own = typeof described === 'string' && commandText(call.args) !== undefined ? oneLine(heard(described)) : ''
  if (own !== '') return { intent: own, intentFrom: 'tool' }
  // What a model said may be calls ago: it must speak of this one.
  const thought = asTask(impersonal(sentenceFor(fill(heard(call.intent)), speaksOf(call, shape))))
  if (thought !== '') return { intent: thought, intentFrom: 'model' }
  return { intent: oneLine(shape === call.tool ? `Use ${call.tool}` : `Run ${shape}`), intentFrom: 'shape' }
}

/** Words that talk to a model, or that begin with somebody's name in a group chat, are not the user's to repeat. */
const heard = (text: string): string => (isInstruction(text) || speakerOf(text) !== undefined ? '' : text)

/** Words that name an account, a customer or an order belong to that one time, even where they are no secret. */
const impersonal = (text: string): string => (PERSONAL.test(text) ? '' : text)

const PERSONAL = /[\w.+-]{1,64}@[\w-]{1,64}\.\w|\b(?=\w{0,40}[A-Za-z])\w{0,40}\d{3}\w{0,40}\b|\+?\d[\d ()-]{6,20}\d/

/** Three letters in two words: `ok` and `/clear` are no reason for a call. */
const SAYS_SOMETHING = /^(?![/<])\S*\p{L}{2,}\S* \S*\p{L}/u
const SENTENCE_END = /(?<=[.!?:])\s+/
/** Words before a call are at most 200 characters, a user's message 1,000. */
const MAX_SENTENCES = 20

/** All of it where it is one sentence or all of it is about the call, else the first sentence that is; empty where none is. */
const sentenceFor = (text: string, about: ((text: string) => boolean) | undefined): string => {
  const whole = oneLine(text)
  if (about === undefined) return whole
  if (whole === '' || !about(text)) return ''
  const sentences = text.split(SENTENCE_END, MAX_SENTENCES).filter((sentence) => sentence.trim() !== '')
  const telling = sentences.length < 2 ? undefined : sentences.find(about)
  return telling === undefined ? whole : oneLine(telling)
}

const OPENING =
  /^(?:(?:ok(?:ay)?|now|next|first|then|great|good|perfect|alright|so|finally)[,.!:]?\s+){0,3}(?:(?:i'll|i’ll|i will|let me|let's|let’s|i'm going to|i’m going to|i am going to|i need to|i want to|i should)\s+)?(?:(?:now|also|first|just|quickly|then|next)\s+){0,2}/i

/** Of what the model said it would do, what is to be done: a seed shows it as a task. Empty where it talks of itself. */
const asTask = (said: string): string => {
  const task = said.replace(OPENING, '')
  if (task === '' || OF_ITSELF.test(task)) return ''
  return `${task.charAt(0).toUpperCase()}${task.slice(1)}`
}

const OF_ITSELF = /(?:^|[^\p{L}])(?:i|i['’](?:m|ve|ll|d)|my|me)(?![\p{L}'’])/iu

/** Letters that must be the same at the beginning: `tests` and `testing` are about `test`. */
const STEM_LETTERS = 4
const COMMON = new Set(
  'this that then with from have will what when your them they into just some now let the and for run all out new get use see its one can are not you has but via how src file path name true false null'.split(
    ' ',
  ),
)

const speaksOf = (call: MinedCall, shape: string): ((text: string) => boolean) => {
  // What a call was given varies from session to session, and the name of a shell says nothing.
  const own = stemsOf(isShell(call) ? shape : `${shape} ${call.tool}`)
  return (text) => stemsOf(text.slice(0, MAX_LOOK_CHARS)).intersection(own).size > 0
}

const MAX_LOOK_CHARS = 1_000

const stemsOf = (text: string): Set<string> =>
  new Set(
    text
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 2 && !COMMON.has(word))
      .map((word) => word.slice(0, STEM_LETTERS)),
  )
