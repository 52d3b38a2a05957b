import type { Pattern } from '../schema/listing/template.ts'

/** Whether an example has a value in its arguments, and a result that says more than its size. */
export const showsSomething = ({ kind, arguments: given, result }: Shown): boolean =>
  leavesOf(given).some(isValue) && (kind === 'terminal' ? result.trim() !== '' : !isMute(result))

type Shown = Pick<Pattern, 'kind' | 'arguments' | 'result'>

const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]

/**
 * Whether a leaf is more than a slot such as `<path>`. `#W<7 digits>` counts, because it shows how such a value is
 * written.
 */
const isValue = (leaf: unknown): boolean =>
  typeof leaf === 'string' ? leaf.trim() !== '' && !/^<[^<>]*>$/.test(leaf.trim()) : leaf !== null && leaf !== undefined

/** Whether a result is empty or tells only its size. */
const isMute = (result: string): boolean =>
  /^\s*(?:\((?:succeeded with |passed; |\d[\d,]* characters?\b|no output|JSON: (?:\[\]|\{\})\)).*)?$/.test(result)
