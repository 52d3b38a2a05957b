import { callTool, type Machine, print } from './machine.ts'
import { known, opaque, type Value } from './value.ts'

/** Names that a script finds without declaring them. */
export const isNamespace = (name: string): boolean => NAMES.has(name)

const NAMES = new Set([
  'tools',
  'text',
  'notify',
  'image',
  'audio',
  'exit',
  'JSON',
  'Promise',
  'Object',
  'Array',
  'String',
])

/** Thrown by `exit()`, which ends a script as if it had come to its end. */
export class ScriptExit extends Error {}

/** Calls something of the runtime. What is not known here gives a value that is not known. */
export const callBuiltin = (
  machine: Machine,
  name: string,
  call: { inputs: readonly Value[]; start: number },
): Value => {
  const [first = known(undefined)] = call.inputs
  if (name.startsWith('tools.')) {
    return callTool(machine, { tool: name.slice('tools.'.length), input: first, start: call.start })
  }
  switch (name) {
    case 'text':
      print(machine, first, true)
      return known(undefined)
    case 'image':
    case 'audio':
      print(machine, first, false)
      return known(undefined)
    case 'exit':
      throw new ScriptExit()
    case 'JSON.stringify':
      return { kind: 'json', of: first }
    case 'String':
      return first.kind === 'known' ? known(String(first.value)) : first
    case 'Promise.all':
    case 'Promise.resolve':
    case 'Array.from':
      return first
    case 'Promise.allSettled':
      return first.kind === 'list' ? { kind: 'list', items: first.items.map(settled) } : opaque(first)
    case 'Promise.race':
    case 'Promise.any':
      return opaque(first)
    case 'Object.entries':
    case 'Object.keys':
    case 'Object.values':
      return listFields(name, first)
    default:
      return opaque(...call.inputs)
  }
}

/** Which of the two it is only the real run knows, and a condition on `status` asks for it. */
const settled = (value: Value): Value => ({
  kind: 'record',
  fields: new Map([
    ['status', opaque(value)],
    ['value', value],
    ['reason', opaque(value)],
  ]),
})

const listFields = (name: string, value: Value): Value => {
  if (value.kind !== 'record') return opaque(value)
  const items = [...value.fields].map(([key, field]): Value => {
    if (name === 'Object.keys') return known(key)
    return name === 'Object.values' ? field : { kind: 'list', items: [known(key), field] }
  })
  return { kind: 'list', items }
}
