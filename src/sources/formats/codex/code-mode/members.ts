import { decide, type Machine } from './machine.ts'
import { join, known, opaque, truth, type Value } from './value.ts'

/** A field of a value. `key` is undefined where the script works it out. */
export const memberOf = (value: Value, key: string | undefined): Value => {
  if (key === undefined) return opaque(value)
  switch (value.kind) {
    case 'builtin':
      return { kind: 'builtin', name: `${value.name}.${key}` }
    case 'record':
      return value.fields.get(key) ?? known(undefined)
    case 'list':
      return key === 'length' ? known(value.items.length) : (value.items[Number(key)] ?? known(undefined))
    case 'result':
      return { ...value, path: [...value.path, key] }
    case 'thrown':
      return key === 'message' ? value : opaque(value)
    case 'known':
      return typeof value.value === 'string' && key === 'length' ? known(value.value.length) : opaque(value)
    default:
      return opaque(value)
  }
}

/** Calls a method of a value. */
export const callMethod = (
  machine: Machine,
  value: Value,
  key: string | undefined,
  inputs: readonly Value[],
): Value => {
  const [first] = inputs
  if (key === 'then' && first !== undefined) return machine.apply(first, [value])
  if (key === 'catch' || key === 'finally') return value
  if (key === 'toString') return value
  if (value.kind === 'list') return callOnList(machine, value, key, inputs)
  if (value.kind === 'known' && typeof value.value === 'string') return callOnText(value.value, key, inputs)
  if (key !== undefined && EACH.has(key) && first !== undefined) return callOnUnknown(machine, value, first)
  // A field of a result is unknown, but the same text to read: `r.output.trim()`.
  if (key === 'trim' || key === 'trimEnd') return value
  return opaque(value, ...inputs)
}

const callOnList = (
  machine: Machine,
  list: Extract<Value, { kind: 'list' }>,
  key: string | undefined,
  inputs: readonly Value[],
): Value => {
  const { items } = list
  const [first = known(undefined)] = inputs
  const each = (item: Value, index: number): Value => applyBeside(machine, first, [item, known(index), list])
  switch (key) {
    case 'map':
      return { kind: 'list', items: items.slice().map(each) }
    case 'forEach':
      items.slice().forEach(each)
      return known(undefined)
    case 'flatMap':
      return {
        kind: 'list',
        items: items.slice().flatMap((item, index) => {
          const made = each(item, index)
          return made.kind === 'list' ? made.items : [made]
        }),
      }
    case 'filter':
      return {
        kind: 'list',
        items: items.slice().filter((item, index) => {
          const kept = first.kind === 'builtin' ? item : each(item, index)
          return truth(kept) ?? decide(machine)
        }),
      }
    case 'join':
      return joinItems(items, first.kind === 'known' && first.value !== undefined ? String(first.value) : ',')
    case 'push':
      items.push(...inputs)
      return known(items.length)
    case 'entries':
      return { kind: 'list', items: items.map((item, index) => ({ kind: 'list', items: [known(index), item] })) }
    case 'slice':
      return { kind: 'list', items: items.slice(numberOf(inputs[0]), numberOf(inputs[1])) }
    case 'concat':
      return {
        kind: 'list',
        items: [...items, ...inputs.flatMap((more) => (more.kind === 'list' ? more.items : [more]))],
      }
    case 'at':
      return items.at(numberOf(first) ?? 0) ?? known(undefined)
    case 'flat':
      return { kind: 'list', items: items.flatMap((item) => (item.kind === 'list' ? item.items : [item])) }
    default:
      return opaque(list, ...inputs)
  }
}

const EACH = new Set(['map', 'forEach', 'flatMap'])

/** How many items a list of a result has is not known; that of an MCP answer has one. */
const callOnUnknown = (machine: Machine, value: Value, callee: Value): Value =>
  decide(machine)
    ? { kind: 'list', items: [applyBeside(machine, callee, [memberOf(value, '0'), known(0), value])] }
    : { kind: 'list', items: [] }

/** An async function that is called for every item runs beside the others: its waits are not theirs. */
const applyBeside = (machine: Machine, callee: Value, inputs: readonly Value[]): Value => {
  if (callee.kind !== 'function' || !callee.node.async) return machine.apply(callee, inputs)
  const { stage } = machine
  machine.besideDepth++
  try {
    return machine.apply(callee, inputs)
  } finally {
    machine.besideDepth--
    machine.stage = stage
  }
}

const joinItems = (items: readonly Value[], separator: string): Value =>
  join(items.flatMap((item, index) => (index === 0 ? [item] : [known(separator), item])))

const callOnText = (text: string, key: string | undefined, inputs: readonly Value[]): Value => {
  const [first] = inputs
  const word = first?.kind === 'known' && typeof first.value === 'string' ? first.value : undefined
  switch (key) {
    case 'trim':
      return known(text.trim())
    case 'split':
      return word === undefined ? opaque(...inputs) : { kind: 'list', items: text.split(word, PARTS).map(known) }
    case 'includes':
      return word === undefined ? opaque(...inputs) : known(text.includes(word))
    case 'startsWith':
      return word === undefined ? opaque(...inputs) : known(text.startsWith(word))
    case 'slice':
      return known(text.slice(numberOf(inputs[0]), numberOf(inputs[1])))
    default:
      return opaque(...inputs)
  }
}

const numberOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'known' && typeof value.value === 'number' ? value.value : undefined

// Lists of commands or files in a script have a few dozen entries.
const PARTS = 1_000
