import { type Node, parseTree } from 'jsonc-parser'
import { insertChild, keyOf, layoutOf, readObject, removeChild, valueOf } from './json-tree.ts'
import { behindMark, lineEnd, spliced, unreadable } from './settings-text.ts'

export interface WantedHook {
  event: string
  /** The kinds of the event; all if missing. */
  matcher?: string
  /** Fields beside the command: a time limit, and the name of the hook in the agent's lists. */
  fields: Readonly<Record<string, string | number>>
}

/** How an agent writes hooks: always an object of events, each with a list. */
export interface HookForm {
  /** The events are the file itself, because it holds nothing else; otherwise they stand under `hooks`. */
  isWholeFile?: boolean
  /** The list holds groups of handlers, or the handlers themselves. */
  lists: 'groups' | 'handlers'
  /** The field of a handler that holds the command line. */
  commandField: string
  /** The initial content of an empty file. */
  root?: Readonly<Record<string, string | number>>
  /** The agent accepts comments, so the file may hold some. */
  hasComments?: boolean
}

export interface JsonHooks {
  /** The path of the file, for errors. */
  path: string
  form: HookForm
  command: string
  wanted: readonly WantedHook[]
  isOurs(command: string): boolean
}

/**
 * Puts each wanted hook into the text once. An existing hook keeps its place, matcher, time limit and name; it gets
 * the current command, and a name if it has none. No other byte changes. New hooks go to the end, because agents may
 * identify hooks by their position.
 */
export const putHooks = (given: string, hooks: JsonHooks): string =>
  behindMark(given, (body) => {
    let text = withRoot(body.trim() === '' ? `{}${lineEnd(body)}` : body, hooks)
    for (const wanted of hooks.wanted) text = putHook(text, wanted, hooks)
    const events = new Set(hooks.wanted.map(({ event }) => event))
    return withoutOurs(text, { ...hooks, isTaken: (event) => !events.has(event), original: undefined })
  })

/** Removes our hooks, and what only they needed. Containers that `original` had stay, even if they are empty now. */
export const takeHooks = (
  given: string,
  { original, ...hooks }: Pick<JsonHooks, 'path' | 'form' | 'isOurs'> & { original: string | undefined },
): string =>
  behindMark(given, (body) => {
    if (body.trim() === '') return body
    return withoutOurs(body, { ...hooks, isTaken: () => true, original })
  })

const withRoot = (text: string, { form: { root = {}, ...form }, path }: JsonHooks): string => {
  if ((readTree(text, path, form).children ?? []).length > 0) return text
  let after = text
  for (const [key, value] of Object.entries(root)) {
    const tree = readTree(after, path, form)
    after = insertChild(after, tree, layoutOf(after, tree), { key, value })
  }
  return after
}

const putHook = (text: string, wanted: WantedHook, hooks: JsonHooks): string => {
  const { form } = hooks
  const root = readTree(text, hooks.path, form)
  const all = eventsIn(root, form)
  const { event, matcher, fields } = wanted
  const handler = { type: 'command', [form.commandField]: hooks.command, ...fields }
  const matching = matcher === undefined ? {} : { matcher }
  const entry = form.lists === 'groups' ? { ...matching, hooks: [handler] } : { ...matching, ...handler }
  const layout = layoutOf(text, root)
  if (all === undefined) return insertChild(text, root, layout, { key: 'hooks', value: { [event]: [entry] } })
  const list = valueOf(all, event)
  if (list === undefined) return insertChild(text, all, layout, { key: event, value: [entry] })
  const [first, ...more] = oursIn(list, hooks)
  if (first === undefined) return insertChild(text, list, layout, { value: entry })
  const last = more.at(-1)
  // Removes the later ones of several equal hooks, one at a time, because each cut moves what follows.
  if (last !== undefined) return putHook(removeHandler(text, list, last), wanted, hooks)
  const { command } = first
  if (command.value !== hooks.command) {
    const range = [command.offset, command.offset + command.length] as const
    return putHook(spliced(text, range, JSON.stringify(hooks.command)), wanted, hooks)
  }
  // Only a missing name is added: a missing time limit was removed by the user.
  const name = Object.entries(fields).find(
    ([key, value]) => typeof value === 'string' && valueOf(first.handler, key) === undefined,
  )
  return name === undefined ? text : insertChild(text, first.handler, layout, { key: name[0], value: name[1] })
}

interface Taking extends Pick<JsonHooks, 'path' | 'form' | 'isOurs'> {
  isTaken(event: string): boolean
  original: string | undefined
}

const withoutOurs = (given: string, taking: Taking): string => {
  let text = given
  for (;;) {
    const root = readTree(text, taking.path, taking.form)
    const all = eventsIn(root, taking.form)
    const found = (all?.children ?? [])
      .map((property) => ({ event: keyOf(property), groups: property.children?.[1] }))
      .filter(({ event }) => taking.isTaken(event))
      .flatMap(({ event, groups }) => oursIn(groups, taking).map((handler) => ({ event, groups, handler })))
      .at(-1)
    if (all === undefined || found?.groups === undefined) return text
    text = removeHandler(text, found.groups, found.handler)
    if (taking.form.isWholeFile === true) text = removeEmpty(text, [found.event], taking)
    else text = removeEmpty(removeEmpty(text, ['hooks', found.event], taking), ['hooks'], taking)
  }
}

interface Handler {
  /** The group, which is removed with the handler if it holds nothing else. */
  group: Node
  /** The list that holds the handler. */
  handlers: Node
  handler: Node
  command: Node
}

const oursIn = (list: Node | undefined, { form, isOurs }: Pick<JsonHooks, 'form' | 'isOurs'>): Handler[] => {
  const handlersIn = (group: Node): Node | undefined => (group.type === 'object' ? valueOf(group, 'hooks') : undefined)
  const isIt = (command: Node | undefined): command is Node =>
    command?.type === 'string' && isOurs(String(command.value))
  return listed(list).flatMap((group) => {
    const handlers = form.lists === 'groups' ? handlersIn(group) : list
    return (form.lists === 'groups' ? listed(handlers) : [group]).flatMap((handler) => {
      const command = valueOf(handler, form.commandField)
      return handlers !== undefined && isIt(command) ? [{ group, handlers, handler, command }] : []
    })
  })
}

const listed = (list: Node | undefined): Node[] => (list?.type === 'array' ? (list.children ?? []) : [])

/** Removes our group as a whole; from a group to which the user added, only our handler. */
const removeHandler = (text: string, list: Node, { group, handlers, handler }: Handler): string =>
  handlers === list || handlers.children?.length === 1
    ? removeChild(text, list, group)
    : removeChild(text, handlers, handler)

const removeEmpty = (text: string, keys: readonly string[], { path, form, original }: Taking): string => {
  const root = readTree(text, path, form)
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

/** Parses JSON with an object at its root, and `hooks` and its events in the form we know; refuses anything else. */
const readTree = (text: string, path: string, form: Pick<HookForm, 'hasComments' | 'isWholeFile'>): Node => {
  const root = readObject(text, { path, hasComments: form.hasComments === true })
  const hooks = eventsIn(root, form)
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

const eventsIn = (root: Node | undefined, { isWholeFile }: Pick<HookForm, 'isWholeFile'>): Node | undefined =>
  isWholeFile === true ? root : valueOf(root, 'hooks')
