import { known, opaque, OPAQUE, type Primitive, truth, type Value } from './value.ts'

/** What an operator makes of two values; not known where one of them is not. */
export const compute = (operator: string, left: Value, right: Value): Value => {
  if (left.kind !== 'known' || right.kind !== 'known') return opaque(left, right)
  const operation = OPERATIONS.get(operator)
  return operation === undefined ? OPAQUE : known(operation(left.value, right.value))
}

const OPERATIONS: ReadonlyMap<string, (a: Primitive, b: Primitive) => Primitive> = new Map<
  string,
  (a: Primitive, b: Primitive) => Primitive
>([
  ['===', (a, b) => a === b],
  ['!==', (a, b) => a !== b],
  ['==', (a, b) => a === b || String(a) === String(b)],
  ['!=', (a, b) => a !== b && String(a) !== String(b)],
  ['<', (a, b) => Number(a) < Number(b)],
  ['<=', (a, b) => Number(a) <= Number(b)],
  ['>', (a, b) => Number(a) > Number(b)],
  ['>=', (a, b) => Number(a) >= Number(b)],
  ['-', (a, b) => Number(a) - Number(b)],
  ['*', (a, b) => Number(a) * Number(b)],
  ['/', (a, b) => Number(a) / Number(b)],
  ['%', (a, b) => Number(a) % Number(b)],
])

/** The sum of two numbers; undefined where it is a text, or not known. */
export const addNumbers = (a: Value, b: Value): Value | undefined => {
  if (a.kind !== 'known' || b.kind !== 'known') return undefined
  return typeof a.value === 'number' && typeof b.value === 'number' ? known(a.value + b.value) : undefined
}

export const computeUnary = (operator: string, value: Value): Value => {
  const isTrue = truth(value)
  if (operator === '!') return isTrue === undefined ? opaque(value) : known(!isTrue)
  if (operator === 'void') return known(undefined)
  if (operator === '-' && value.kind === 'known') return known(-Number(value.value))
  return opaque(value)
}
