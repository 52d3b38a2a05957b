import { type Node, parseTree } from 'jsonc-parser'
import { isDeepStrictEqual } from 'node:util'
import { insertChild, keyOf, layoutOf, readObject, removeChild, valueOf } from './json-tree.ts'
import { behindMark, lineEnd, spliced, unreadable } from './settings-text.ts'

interface Entry {
  /** The path of the file, for errors. */
  path: string
  keys: readonly string[]
}

/** Puts a value at a place in the text, and keeps every other byte. */
export const putEntry = (given: string, { path, keys }: Entry, value: Readonly<Record<string, unknown>>): string =>
  behindMark(given, (body) => {
    const text = body.trim() === '' ? `{}${lineEnd(body)}` : body
    const root = readObject(text, { path, hasComments: true })
    let [container, depth] = [root, 0]
    for (
      let next = valueOf(container, keys[depth] ?? '');
      next !== undefined;
      next = valueOf(container, keys[depth] ?? '')
    ) {
      if (depth === keys.length - 1) {
        if (isDeepStrictEqual(plainOf(text, next), value)) return text
        return spliced(text, [next.offset, next.offset + next.length], JSON.stringify(value))
      }
      if (next.type !== 'object')
        throw unreadable(path, `\`${keys[depth]}\` is not an object but ${next.type}`, { text, offset: next.offset })
      container = next
      depth++
    }
    const inner = keys.slice(depth + 1).reduceRight<unknown>((held, key) => ({ [key]: held }), value)
    return insertChild(text, container, layoutOf(text, root), { key: keys[depth] ?? '', value: inner })
  })

/** Removes the value at a place, and the objects around it that hold nothing else and were not in the original. */
export const takeEntry = (given: string, { path, keys }: Entry, original: string | undefined): string =>
  behindMark(given, (body) => {
    let text = body
    for (let depth = keys.length; depth > 0 && text.trim() !== ''; depth--) {
      const place = keys.slice(0, depth)
      const parent = nodeAt(readObject(text, { path, hasComments: true }), place.slice(0, -1))
      const property = parent?.children?.find((each) => keyOf(each) === place.at(-1))
      const isEmpty = property?.children?.[1]?.children?.length === 0
      const isDue = depth === keys.length || (isEmpty && !stoodIn(original, place))
      if (parent === undefined || property === undefined || !isDue) return text
      text = removeChild(text, parent, property)
    }
    return text
  })

const nodeAt = (root: Node | undefined, keys: readonly string[]): Node | undefined =>
  keys.reduce<Node | undefined>((node, key) => valueOf(node, key), root)

const stoodIn = (original: string | undefined, keys: readonly string[]): boolean =>
  original !== undefined && nodeAt(parseTree(original.replace(/^\uFEFF/, '')), keys) !== undefined

const plainOf = (text: string, { offset, length }: Node): unknown => {
  try {
    return JSON.parse(text.slice(offset, offset + length))
  } catch {
    return undefined // A comment stands in it.
  }
}
