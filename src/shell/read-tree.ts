import type { Node, Tree, TreeCursor } from 'web-tree-sitter'
import type { ShellOperator, ShellToken, ShellTokens, ShellWord } from './token.ts'
import { decodeAnsi, unescapeDouble, unescapeWord } from './unescape.ts'

/**
 * The tokens of a parsed line in the order of the text. The tree's own nesting of lists, pipes and redirections is not used: it
 * puts a redirection around a whole `a && b`, where the shell gives it to b alone.
 */
export const readTree = (text: string, tree: Tree): ShellTokens => {
  const reading: Reading = { text, tokens: [], sound: !tree.rootNode.hasError }
  const cursor = tree.walk()
  try {
    walk(cursor, reading)
  } finally {
    cursor.delete()
  }
  return { tokens: reading.tokens, sound: reading.sound }
}

interface Reading {
  text: string
  tokens: ShellToken[]
  sound: boolean
}

/** Without recursion: a line may be nested thousands deep. */
const walk = (cursor: TreeCursor, reading: Reading): void => {
  for (;;) {
    if (enter(cursor, reading) && cursor.gotoFirstChild()) continue
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return
  }
}

/** Emits what a node stands for; true where its children are still to be read. */
const enter = (cursor: TreeCursor, reading: Reading): boolean => {
  const type = cursor.nodeType
  if (SKIPPED.has(type)) return false
  if (BEGINS_COMMAND.has(type)) separate(reading, cursor.startIndex)
  if (WORDS.has(type)) {
    if (type === 'variable_assignment' && STATEMENTS.has(cursor.currentNode.parent?.type ?? ''))
      separate(reading, cursor.startIndex)
    pushWord(cursor.currentNode, reading)
    return false
  }
  if (type === 'file_redirect') {
    pushRedirect(cursor.currentNode, reading)
    return false
  }
  if (type === 'heredoc_redirect' || type === 'herestring_redirect') {
    pushInline(cursor, reading)
    return type === 'heredoc_redirect'
  }
  if (!cursor.nodeIsNamed) {
    pushSign(type, cursor.startIndex, cursor.endIndex, reading)
    return false
  }
  return true
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const SKIPPED = setOf('comment heredoc_start heredoc_body heredoc_end heredoc_content')
const BEGINS_COMMAND = setOf(
  'command declaration_command unset_command test_command function_definition for_statement c_style_for_statement while_statement if_statement case_statement compound_statement subshell variable_assignments',
)
const STATEMENTS = setOf(
  'program do_group compound_statement subshell if_statement elif_clause else_clause case_item while_statement list pipeline redirected_statement negated_command',
)
const WORDS = setOf(
  'word number string raw_string ansi_c_string translated_string concatenation simple_expansion expansion command_substitution process_substitution arithmetic_expansion brace_expression variable_assignment subscript variable_name special_variable_name test_operator regex extglob_pattern file_descriptor array string_content',
)

/** Two commands without a sign between them, as after the end of a heredoc. */
const separate = ({ tokens }: Reading, at: number): void => {
  const last = tokens.at(-1)
  if (last === undefined || last.kind === 'operator' || OPENERS.has(last)) return
  tokens.push({ kind: 'operator', text: ';', start: at, end: at })
}

/** Keywords after which a command begins. They stand in the list of words, so they are known by identity. */
const OPENERS = new WeakSet<ShellToken>()

const pushSign = (sign: string, start: number, end: number, { tokens }: Reading): void => {
  const operator = OPERATORS.get(sign)
  if (operator !== undefined) tokens.push({ kind: 'operator', text: operator, start, end })
  else if (end > start && !SILENT.has(sign)) {
    const word: ShellWord = { kind: 'word', text: sign, start, end, quoted: false }
    tokens.push(word)
    OPENERS.add(word)
  }
}

const OPERATORS = new Map<string, ShellOperator['text']>([
  ['&&', '&&'],
  ['||', '||'],
  [';', ';'],
  [';;', ';'],
  [';&', ';'],
  [';;&', ';'],
  ['\n', ';'],
  ['|', '|'],
  ['|&', '|'],
  ['&', '&'],
  ['(', '('],
  [')', ')'],
])
/** Signs that belong to a word or a heredoc. */
const SILENT = setOf('" \' ` << <<- <<<')

const pushWord = (node: Node, reading: Reading): void => {
  const expansions: string[] = []
  const parts: Parts = { text: '', quoted: false, expansions, source: reading.text }
  if (node.type === 'variable_assignment') assignmentOf(node, parts)
  else addPart(node, parts)
  const last = reading.tokens.at(-1)
  // A word that goes on in the next line is two words to the grammar.
  if (
    last?.kind === 'word' &&
    last.end < node.startIndex &&
    isContinued(reading.text.slice(last.end, node.startIndex))
  ) {
    last.text += parts.text
    last.end = node.endIndex
    last.quoted = true
    if (expansions.length > 0) last.expansions = [...(last.expansions ?? []), ...expansions]
    return
  }
  reading.tokens.push({
    kind: 'word',
    text: parts.text,
    start: node.startIndex,
    end: node.endIndex,
    quoted: parts.quoted,
    ...(expansions.length > 0 ? { expansions } : {}),
  })
}

const isContinued = (gap: string): boolean => gap.length < 20 && /^(?:\\\n)+$/.test(gap)

interface Parts {
  text: string
  quoted: boolean
  expansions: string[]
  source: string
}

const addPart = (node: Node, parts: Parts): void => {
  const raw = parts.source.slice(node.startIndex, node.endIndex)
  switch (node.type) {
    case 'raw_string':
      parts.text += raw.slice(1, -1)
      parts.quoted = true
      return
    case 'ansi_c_string':
      parts.text += decodeAnsi(raw.slice(2, -1))
      parts.quoted = true
      return
    case 'string':
      addString(node, parts)
      return
    case 'translated_string':
      for (const child of node.namedChildren) if (child !== null) addPart(child, parts)
      return
    case 'concatenation':
      for (const child of node.children) if (child !== null) addPart(child, parts)
      return
    case 'word':
    case 'number':
    case 'file_descriptor':
    case 'test_operator':
    case 'variable_name':
    case 'special_variable_name':
    case 'extglob_pattern':
    case 'regex':
      if (raw.includes('\\')) parts.quoted = true
      parts.text += unescapeWord(raw)
      return
    default:
      parts.text += raw
      if (node.isNamed) parts.expansions.push(raw)
  }
}

/** What stands between the children of a string is text too: the grammar leaves blanks out. */
const addString = (node: Node, parts: Parts): void => {
  parts.quoted = true
  let at = node.startIndex + 1
  for (const child of node.namedChildren) {
    if (child === null || child.type === 'string_content') continue
    parts.text += unescapeDouble(parts.source.slice(at, child.startIndex))
    const raw = parts.source.slice(child.startIndex, child.endIndex)
    parts.text += raw
    parts.expansions.push(raw)
    at = child.endIndex
  }
  const closed = parts.source[node.endIndex - 1] === '"' && node.endIndex - 1 >= at
  parts.text += unescapeDouble(parts.source.slice(at, closed ? node.endIndex - 1 : node.endIndex))
}

const assignmentOf = (node: Node, parts: Parts): void => {
  const value = node.childForFieldName('value')
  if (value === null) {
    parts.text = parts.source.slice(node.startIndex, node.endIndex)
    return
  }
  parts.text = parts.source.slice(node.startIndex, value.startIndex)
  addPart(value, parts)
}

/** Words behind the file of a redirection are the command's own: the grammar hangs them onto the redirection. */
const pushRedirect = (node: Node, reading: Reading): void => {
  const children = node.children.filter((child) => child !== null)
  const sign = children.find((child) => !child.isNamed)?.type ?? '>'
  const given = children.find((child) => child.type === 'file_descriptor')
  const [file, ...rest] = children.filter((child) => child.isNamed && child.type !== 'file_descriptor')
  const parts: Parts = { text: '', quoted: false, expansions: [], source: reading.text }
  if (file !== undefined) addPart(file, parts)
  const input = sign.startsWith('<')
  const isCopy = sign === '>&' || sign === '<&'
  const number = given === undefined ? (input ? 0 : 1) : Number(reading.text.slice(given.startIndex, given.endIndex))
  const target = isCopy && /^\d+$|^-$/.test(parts.text) ? `&${parts.text}` : parts.text
  const redirect = {
    kind: 'redirect',
    target,
    input,
    inline: false,
    start: node.startIndex,
    end: file?.endIndex ?? node.endIndex,
  } as const
  // `&>file` and `>&file` take both outputs.
  const both = sign.startsWith('&>') || (sign === '>&' && !target.startsWith('&'))
  reading.tokens.push({ ...redirect, descriptor: number })
  if (both) reading.tokens.push({ ...redirect, descriptor: 2 })
  for (const word of rest) pushWord(word, reading)
}

const pushInline = (cursor: TreeCursor, { tokens }: Reading): void => {
  tokens.push({
    kind: 'redirect',
    descriptor: 0,
    target: '',
    input: true,
    inline: true,
    start: cursor.startIndex,
    end: cursor.startIndex,
  })
}
