import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { type AnyNode, parse } from 'acorn'

export interface FunctionLength {
  name: string
  line: number
  /** From the line of its first word to the line of its last brace. */
  lines: number
}

/** Every function of a file that somebody named, or that is an argument, with its length. Types are blanked out, so lines stay where they are. */
export const functionLengths = (path: string): FunctionLength[] => {
  const text = readFileSync(path, 'utf8')
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(text) : text
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true, allowHashBang: true })
  const found: FunctionLength[] = []
  visit(tree, '', found)
  return found
}

const visit = (node: AnyNode, name: string, found: FunctionLength[]): void => {
  const { start, end } = node.loc ?? {}
  if (FUNCTIONS.has(node.type) && start !== undefined && end !== undefined)
    found.push({ name: name || '(without a name)', line: start.line, lines: end.line - start.line + 1 })
  for (const [key, value] of Object.entries(node) as [string, unknown][])
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) visit(child, nameFor(node, key, child), found)
}

const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** A function is called by its own name, by that of the variable it is assigned to, or by that of the key it stands under. */
const nameFor = (node: AnyNode, key: string, child: AnyNode): string => {
  if (child.type === 'FunctionDeclaration') return child.id?.name ?? ''
  if (node.type === 'VariableDeclarator' && key === 'init') return node.id.type === 'Identifier' ? node.id.name : ''
  if ((node.type === 'Property' || node.type === 'MethodDefinition') && key === 'value')
    return node.key.type === 'Identifier' ? node.key.name : ''
  return ''
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
