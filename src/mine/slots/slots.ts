import { isDeepStrictEqual } from 'node:util'
import { asArray, isRecord } from '../../lib/json.ts'
import { readToolFacts } from '../../outcome/tool-facts.ts'
import { codeSkeleton } from '../../trust/words/code-skeleton.ts'
import { isFieldName } from '../../trust/words/field-name.ts'
import { ownIntent } from '../../trust/words/intent.ts'
import { isPlainPhrase, isPlainWord } from '../../trust/words/vocabulary.ts'
import { bareLine } from './bare-line.ts'
import { relativePaths } from './relative-path.ts'
import { slotCommand } from './slot-command.ts'
import { looksLike } from './slot-name.ts'
import { valueForm } from './value-form.ts'
import { createSlots, type Slots, USUAL_SHARE } from './slot-table.ts'

export interface Slotted {
  arguments: Record<string, unknown>
  /** Names of the slots in order, without brackets. */
  slots: string[]
}

/** The parts of a call that slotting needs. */
export interface SlottedCall {
  tool: string
  args: Record<string, unknown>
  cwd: string | undefined
}

interface Options {
  /** For a shell: the shape that it runs, and how usual each word of its command lines is, between 0 and 1. */
  shell?: { shape: string; usual: (word: string) => number; hasTasks?: boolean | undefined } | undefined
}

/**
 * The arguments of one call with named slots for values that vary, found by comparing calls of the same shape. Text
 * that is not made of plain words becomes a slot however often it recurs. Ids and dates keep the form that all calls
 * share. Numbers and booleans stay. Every argument keeps its name, but an argument whose name cannot be a field's name
 * is left out, and so is what only tunes one call of a shell. A description of the call is replaced by our own sentence.
 */
export const slotArguments = (call: SlottedCall, others: readonly SlottedCall[], { shell }: Options = {}): Slotted => {
  const table = createSlots()
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(call.args)) {
    if (!isFieldName(name, call.tool)) continue
    if (shell !== undefined && COMMAND_NAMES.has(name)) kept[name] = slotLine(value, call, { ...shell, table })
    // Some agents' shells want a description. Its author may have copied it from a stranger's text, so our own words replace it.
    else if (shell !== undefined && name === 'description')
      kept[name] = ownIntent({ tool: '', shape: shell.hasTasks === false ? '' : shell.shape, isShell: true })
    else if (typeof value === 'string' && isCodeIn(call, name))
      kept[name] = codeSkeleton(value, call.args['language'] ?? call.tool.split('_').at(-1))
    else {
      const peers = peersOf(name, call, others)
      if (shell !== undefined && isTuning(value, { ...call, peers })) continue
      kept[name] = slotValue(value, name, { ...call, table, peers, depth: 0 })
    }
  }
  // A list of values of one kind shows only its first value, so some slots are no longer in the text.
  const text = JSON.stringify(kept)
  return {
    arguments: kept,
    slots: table.names().filter((name) => text.includes(`<${name}>`)),
  }
}

/** Whether all that a call runs is code in an argument that is shown as an outline only. */
export const isOutlined = (call: Pick<SlottedCall, 'tool' | 'args'>): boolean =>
  Object.entries(call.args).some(([name, value]) => typeof value === 'string' && isCodeIn(call, name))

const isCodeIn = ({ tool }: Pick<SlottedCall, 'tool'>, name: string): boolean =>
  CODE_NAMES.has(name) && readToolFacts(tool).family === 'script'

const CODE_NAMES = new Set(['code', 'source', 'script'])
const COMMAND_NAMES = new Set(['command', 'cmd', 'script'])

type Line = NonNullable<Options['shell']> & { table: Slots }

/** By which a shell is told to run the word behind it. */
const COMMAND_FLAG = /^-[lie]{0,2}c$/

/** In `["bash", "-lc", "make test"]` the last word is the command line; the others say how it is run. */
const slotLine = (value: unknown, { cwd }: SlottedCall, { table, ...shell }: Line): unknown => {
  if (typeof value === 'string') return slotCommand(preparedLine(value, cwd), shell, table)
  const words = asArray(value)
  return words.map((word, index) =>
    typeof word === 'string' && (index === words.length - 1 || words.length === 1)
      ? slotCommand(preparedLine(word, cwd), shell, table)
      : typeof word === 'string' && (isPlainWord(word) || COMMAND_FLAG.test(word))
        ? word
        : table.slot('word', String(word)),
  )
}

/**
 * A command line relative to the session's directory, without the `cd` into that directory that agents often put
 * first, and without the pipes behind its checks.
 */
export const preparedLine = (line: string, cwd: string | undefined): string =>
  bareLine(relativePaths(line, cwd).replace(/^\s{0,9}cd ["']?\.\/?["']? ?(?:&&|;)\s{0,9}/, ''))

/** The values that the other calls have in the same place; null stands for a call without a value there. */
type Peers = unknown[]

const peersOf = (name: string, call: SlottedCall, others: readonly SlottedCall[]): Peers =>
  [call, ...others.filter((other) => other.args !== call.args)].map((one) => {
    const value = one.args[name]
    return typeof value === 'string' ? relativePaths(value, one.cwd) : value
  })

/**
 * Whether a shell's further argument is only how this one call was made: the session's own directory, or a limit of
 * time or output that other calls set differently.
 */
const isTuning = (value: unknown, { cwd, peers }: { cwd: string | undefined; peers: Peers }): boolean => {
  const own = typeof value === 'string' ? relativePaths(value, cwd) : value
  return own === '.' || peers.filter((peer) => isDeepStrictEqual(peer, own)).length < USUAL_SHARE * peers.length
}

interface Place {
  table: Slots
  tool: string
  cwd: string | undefined
  peers: Peers
  depth: number
}

const MAX_DEPTH = 4
const MOST_ELEMENTS = 3

const slotValue = (value: unknown, name: string, place: Place): unknown => {
  if (typeof value === 'string') return slotText(relativePaths(value, place.cwd), name, place)
  if (typeof value !== 'object' || value === null) return value
  if (place.depth >= MAX_DEPTH) return place.table.slot('value', JSON.stringify(value))
  if (Array.isArray(value)) {
    const peers = place.peers.flatMap((peer) => asArray(peer))
    const shown = value.map((element) =>
      slotValue(element, singular(name), { ...place, peers, depth: place.depth + 1 }),
    )
    // Elements that are equal once their values are slots are shown once.
    const different = new Map<string, unknown>()
    for (const element of shown) {
      const form = JSON.stringify(element)?.replace(/<([a-z-]{1,40})-\d{1,3}>/g, '<$1>') ?? ''
      if (!different.has(form)) different.set(form, element)
    }
    return [...different.values()].slice(0, MOST_ELEMENTS)
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isFieldName(key, place.tool))
      .map(([key, inner]: [string, unknown]) => {
        const peers = place.peers.map((peer) => (isRecord(peer) ? peer[key] : undefined))
        return [key, slotValue(inner, key, { ...place, peers, depth: place.depth + 1 })]
      }),
  )
}

const singular = (name: string): string => (name.length > 3 && name.endsWith('s') ? name.slice(0, -1) : name)

/** A word that may be one of a fixed set, such as `status: open`. It is kept if there is nothing to compare it with. */
const WORD = /^[a-z][a-z_-]{0,30}$/

/** Whether the calls use so few different values that these must be the tool's fixed choices. */
const isOneOfFew = (given: readonly unknown[]): boolean =>
  given.length >= FEWEST_CALLS && new Set(given).size <= given.length * FEW_SHARE

const FEWEST_CALLS = 6
const FEW_SHARE = 0.34

const slotText = (text: string, name: string, { table, peers }: Place): string => {
  if (text === '' || text === '.') return text
  const given = peers.filter((peer) => peer !== undefined)
  const same = given.filter((peer) => peer === text).length
  const isUsual = given.length > 1 ? same >= USUAL_SHARE * given.length || isOneOfFew(given) : WORD.test(text)
  if (isUsual && isPlainPhrase(text)) return text
  const texts = given.filter((peer) => typeof peer === 'string')
  const form = FREE_TEXT.has(name) ? undefined : valueForm(text, texts)
  return form ?? table.slot(nameFor(name, text), text)
}

/** Slots that hold code, a sentence or a place, which have no form of their own. */
const FREE_TEXT: ReadonlySet<string> = new Set(
  'code content text query pattern path file_path filename url message prompt old_string new_string patch expression'.split(
    ' ',
  ),
)

const NAMES = new Map([
  ['file_path', 'file'],
  ['notebook_path', 'file'],
  ['filename', 'file'],
  ['workdir', 'path'],
  ['cwd', 'path'],
  ['directory', 'path'],
  ['regex', 'pattern'],
  ['glob_pattern', 'pattern'],
])

const nameFor = (name: string, text: string): string => {
  const known = NAMES.get(name)
  if (known !== undefined) return known
  const plain = name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return /^[a-z][a-z0-9-]{0,30}$/.test(plain) ? plain : looksLike(text)
}
