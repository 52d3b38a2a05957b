import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { behindMark, indentAt, lineEnd, spliced, unreadable } from './settings-text.ts'

export interface WantedHook {
  event: string
  /** Which kinds of the event; without it all. */
  matcher?: string
  timeoutSeconds: number
  /** What the agent calls the hook where it lists hooks, and shows while it runs. */
  statusMessage?: string
}

export interface JsonHooks {
  /** The file, for what is said about it. */
  path: string
  command: string
  wanted: readonly WantedHook[]
  isOurs(command: string): boolean
}

/**
 * The text with each wanted hook in it once. What is there already keeps its place, matcher, time limit and message and gets the
 * command of today, and a message where it has none; no other byte changes. New ones go to the end: agents may know hooks by their position.
 */
export const putHooks = (given: string, hooks: JsonHooks): string =>
  behindMark(given, (body) => {
    let text = body.trim() === '' ? `{}${lineEnd(body)}` : body
    for (const wanted of hooks.wanted) text = putHook(text, wanted, hooks)
    const events = new Set(hooks.wanted.map(({ event }) => event))
    return withoutOurs(text, { ...hooks, isTaken: (event) => !events.has(event), original: undefined })
  })

/** The text without our hooks, and without what only they needed. What `original` had stays, if it is empty now. */
export const takeHooks = (
  given: string,
  { original, ...hooks }: Pick<JsonHooks, 'path' | 'isOurs'> & { original: string | undefined },
): string =>
  behindMark(given, (body) => {
    if (body.trim() === '') return body
    return withoutOurs(body, { ...hooks, isTaken: () => true, original })
  })

const putHook = (text: string, wanted: WantedHook, hooks: JsonHooks): string => {
  const root = readTree(text, hooks.path)
  const all = valueOf(root, 'hooks')
  const { event, matcher, timeoutSeconds, statusMessage } = wanted
  const handler = {
    type: 'command',
    command: hooks.command,
    timeout: timeoutSeconds,
    ...(statusMessage === undefined ? {} : { statusMessage }),
  }
  const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] }
  const layout = layoutOf(text, root)
  if (all === undefined) return insertChild(text, root, layout, { key: 'hooks', value: { [event]: [group] } })
  const groups = valueOf(all, event)
  if (groups === undefined) return insertChild(text, all, layout, { key: event, value: [group] })
  const found = oursIn(groups, hooks.isOurs)
  const [first, ...more] = found
  if (first === undefined) return insertChild(text, groups, layout, { value: group })
  const last = more.at(-1)
  // Twice is once too often: the later ones go, one at a time, because each cut moves what follows.
  if (last !== undefined) return putHook(removeHandler(text, groups, last), wanted, hooks)
  const { command } = first
  if (command.value !== hooks.command) {
    const range = [command.offset, command.offset + command.length] as const
    return putHook(spliced(text, range, JSON.stringify(hooks.command)), wanted, hooks)
  }
  if (statusMessage === undefined || valueOf(first.handler, 'statusMessage') !== undefined) return text
  return insertChild(text, first.handler, layout, { key: 'statusMessage', value: statusMessage })
}

interface Taking extends Pick<JsonHooks, 'path' | 'isOurs'> {
  isTaken(event: string): boolean
  original: string | undefined
}

const withoutOurs = (given: string, taking: Taking): string => {
  let text = given
  for (;;) {
    const root = readTree(text, taking.path)
    const all = valueOf(root, 'hooks')
    const found = (all?.children ?? [])
      .map((property) => ({ event: keyOf(property), groups: property.children?.[1] }))
      .filter(({ event }) => taking.isTaken(event))
      .flatMap(({ event, groups }) => oursIn(groups, taking.isOurs).map((handler) => ({ event, groups, handler })))
      .at(-1)
    if (all === undefined || found?.groups === undefined) return text
    text = removeHandler(text, found.groups, found.handler)
    text = removeEmpty(text, ['hooks', found.event], taking)
    text = removeEmpty(text, ['hooks'], taking)
  }
}

interface Handler {
  group: Node
  handlers: Node
  handler: Node
  command: Node
}

const oursIn = (groups: Node | undefined, isOurs: JsonHooks['isOurs']): Handler[] =>
  (groups?.type === 'array' ? (groups.children ?? []) : []).flatMap((group) => {
    const handlers = group.type === 'object' ? valueOf(group, 'hooks') : undefined
    return (handlers?.type === 'array' ? (handlers.children ?? []) : []).flatMap((handler) => {
      const command = handler.type === 'object' ? valueOf(handler, 'command') : undefined
      const isIt = handlers !== undefined && command?.type === 'string' && isOurs(String(command.value))
      return isIt ? [{ group, handlers, handler, command }] : []
    })
  })

/** A group of ours goes as a whole; out of a group that somebody has added to, only our part. */
const removeHandler = (text: string, groups: Node, { group, handlers, handler }: Handler): string =>
  handlers.children?.length === 1 ? removeChild(text, groups, group) : removeChild(text, handlers, handler)

const removeEmpty = (text: string, keys: readonly string[], { path, original }: Taking): string => {
  const root = readTree(text, path)
  const parent = keys.slice(0, -1).reduce<Node | undefined>((node, key) => valueOf(node, key), root)
  const property = parent?.children?.find((each) => keyOf(each) === keys.at(-1))
  const isEmpty = property?.children?.[1]?.children?.length === 0
  if (parent === undefined || property === undefined || !isEmpty) return text
  if (original !== undefined && stoodIn(original, keys)) return text
  return removeChild(text, parent, property)
}

const stoodIn = (original: string, keys: readonly string[]): boolean => {
  const root = parseTree(original.replace(/^\uFEFF/, ''))
  return keys.reduce<Node | undefined>((node, key) => valueOf(node, key), root) !== undefined
}

/** Strict JSON with an object at its root, `hooks` and its events of the kinds we know: anything else is refused. */
const readTree = (text: string, path: string): Node => {
  const errors: ParseError[] = []
  const root = treeOf(text, errors, path)
  const [first] = errors
  if (first !== undefined) throw unreadable(path, describe(text, first), { text, offset: first.offset })
  if (root?.type !== 'object') throw unreadable(path, 'this is not an object in braces', { text, offset: 0 })
  refuseDuplicates(root, text, path)
  const hooks = valueOf(root, 'hooks')
  if (hooks === undefined) return root
  if (hooks.type !== 'object')
    throw unreadable(path, `\`hooks\` is not an object but ${hooks.type}`, { text, offset: hooks.offset })
  for (const property of hooks.children ?? []) {
    const groups = property.children?.[1]
    if (groups !== undefined && groups.type !== 'array')
      throw unreadable(path, `\`hooks.${keyOf(property)}\` is not a list but ${groups.type}`, {
        text,
        offset: groups.offset,
      })
  }
  return root
}

const treeOf = (text: string, errors: ParseError[], path: string): Node | undefined => {
  try {
    return parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  } catch {
    // Thousands of brackets in each other exhaust the stack.
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

/** Of two entries with one name programs read the one or the other: there is no right place for ours. */
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

const keyOf = (property: Node): string => String(property.children?.[0]?.value)

const valueOf = (object: Node | undefined, key: string): Node | undefined =>
  object?.type === 'object' ? object.children?.find((each) => keyOf(each) === key)?.children?.[1] : undefined

interface Layout {
  unit: string
  end: string
  isOneLine: boolean
}

const layoutOf = (text: string, root: Node): Layout => {
  const first = root.children?.[0]
  const isOneLine = first !== undefined && !text.slice(root.offset, first.offset).includes('\n')
  const unit = first === undefined || isOneLine ? '' : indentAt(text, first.offset)
  return { unit: unit === '' ? '  ' : unit, end: lineEnd(text), isOneLine }
}

const insertChild = (
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

/** Cuts what `insertChild` would have put there: the comma before it and the blanks between. */
const removeChild = (text: string, container: Node, child: Node): string => {
  const children = container.children ?? []
  const index = children.indexOf(child)
  const [previous, next] = [children[index - 1], children[index + 1]]
  const end = child.offset + child.length
  if (previous !== undefined) return spliced(text, [previous.offset + previous.length, end], '')
  if (next !== undefined) return spliced(text, [child.offset, next.offset], '')
  return spliced(text, [container.offset + 1, container.offset + container.length - 1], '')
}
