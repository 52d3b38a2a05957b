import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { indentAt, lineEnd, spliced, unreadable } from './settings-text.ts'

/**
 * Parses the object at the root of a JSON text. Text that is not an object, or that has a name twice, is refused with
 * its line.
 */
export const readObject = (text: string, { path, hasComments }: { path: string; hasComments: boolean }): Node => {
  const errors: ParseError[] = []
  const root = treeOf(text, { errors, path, hasComments })
  const [first] = errors
  if (first !== undefined) throw unreadable(path, describe(text, first), { text, offset: first.offset })
  if (root?.type !== 'object') throw unreadable(path, 'this is not an object in braces', { text, offset: 0 })
  refuseDuplicates(root, text, path)
  return root
}

const treeOf = (
  text: string,
  { errors, path, hasComments }: { errors: ParseError[]; path: string; hasComments: boolean },
): Node | undefined => {
  try {
    return parseTree(text, errors, { disallowComments: !hasComments, allowTrailingComma: false })
  } catch {
    // Thousands of nested brackets exhaust the stack.
    throw unreadable(path, 'this is nested too deeply')
  }
}

const describe = (text: string, { error, offset }: ParseError): string => {
  const code = printParseErrorCode(error)
  if (code === 'InvalidCommentToken') return 'there is a comment, which JSON does not have'
  const isAfterComma = text.slice(0, offset).trimEnd().endsWith(',')
  if (isAfterComma && /^\s*[}\]]/.test(text.slice(offset, offset + 1))) return 'there is a comma too many'
  return `this is not JSON (${code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()})`
}

/** Refuses two entries with one name: programs read one or the other, so there is no right place for ours. */
const refuseDuplicates = (root: Node, text: string, path: string): void => {
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const seen = new Set<string>()
    for (const child of node.children ?? []) {
      open.push(child)
      if (node.type !== 'object') continue
      const key = keyOf(child)
      if (seen.has(key)) throw unreadable(path, `\`${key}\` is there twice`, { text, offset: child.offset })
      seen.add(key)
    }
  }
}

export const keyOf = (property: Node): string => String(property.children?.[0]?.value)

export const valueOf = (object: Node | undefined, key: string): Node | undefined =>
  object?.type === 'object' ? object.children?.find((each) => keyOf(each) === key)?.children?.[1] : undefined

interface Layout {
  unit: string
  end: string
  isOneLine: boolean
}

export const layoutOf = (text: string, root: Node): Layout => {
  const first = root.children?.[0]
  const isOneLine = first !== undefined && !text.slice(root.offset, first.offset).includes('\n')
  const unit = first === undefined || isOneLine ? '' : indentAt(text, first.offset)
  return { unit: unit === '' ? '  ' : unit, end: lineEnd(text), isOneLine }
}

export const insertChild = (
  text: string,
  container: Node,
  { unit, end, isOneLine }: Layout,
  { key, value }: { key?: string; value: unknown },
): string => {
  const written = (indent: string | undefined): string => {
    const name = key === undefined ? '' : `${JSON.stringify(key)}: `
    return indent === undefined
      ? name + JSON.stringify(value)
      : name + JSON.stringify(value, null, unit).replaceAll('\n', end + indent)
  }
  const [first, last] = [container.children?.[0], container.children?.at(-1)]
  if (first !== undefined && last !== undefined) {
    const at = last.offset + last.length
    if (!text.slice(container.offset, first.offset).includes('\n')) {
      return spliced(text, [at, at], `, ${written(undefined)}`)
    }
    const indent = indentAt(text, last.offset)
    return spliced(text, [at, at], `,${end}${indent}${written(indent)}`)
  }
  const inside = [container.offset + 1, container.offset + container.length - 1] as const
  if (isOneLine) return spliced(text, inside, written(undefined))
  const outer = indentAt(text, container.offset)
  return spliced(text, inside, `${end}${outer}${unit}${written(outer + unit)}${end}${outer}`)
}

/** Removes what `insertChild` put there: the child, the comma before it and the blanks between. */
export const removeChild = (text: string, container: Node, child: Node): string => {
  const children = container.children ?? []
  const index = children.indexOf(child)
  const [previous, next] = [children[index - 1], children[index + 1]]
  const end = child.offset + child.length
  if (previous !== undefined) {
    const start = previous.offset + previous.length
    const between = text.slice(start, child.offset)
    // A comment before the child is the user's and stays; only the comma is ours.
    return spliced(text, [start, end], /[^\s,]/.test(between) ? between.replace(',', '') : '')
  }
  if (next !== undefined) return spliced(text, [child.offset, next.offset], '')
  return spliced(text, [container.offset + 1, container.offset + container.length - 1], '')
}
