import type { AnyNode, Expression, Pattern } from 'acorn'
import { callBuiltin, isNamespace } from './builtins.ts'
import { assign, decide, lookUp, type Machine, step } from './machine.ts'
import { callMethod, memberOf } from './members.ts'
import { addNumbers, compute, computeUnary } from './operators.ts'
import { join, known, opaque, OPAQUE, type Scope, truth, type Value } from './value.ts'

/** What an expression of a script comes to, as far as can be known without running it. */
export const evaluate = (machine: Machine, scope: Scope, node: AnyNode | null | undefined): Value => {
  if (node === null || node === undefined) return known(undefined)
  step(machine)
  switch (node.type) {
    case 'Literal':
      return node.value instanceof RegExp || typeof node.value === 'bigint' ? OPAQUE : known(node.value)
    case 'Identifier':
      return evaluateName(scope, node.name)
    case 'TemplateLiteral':
      return join(
        node.quasis.flatMap((quasi, index) => [
          known(quasi.value.cooked ?? ''),
          ...(index < node.expressions.length ? [evaluate(machine, scope, node.expressions[index])] : []),
        ]),
      )
    case 'TaggedTemplateExpression':
      return evaluateTagged(machine, scope, node)
    case 'ArrayExpression':
      return { kind: 'list', items: evaluateAll(machine, scope, node.elements) }
    case 'ObjectExpression':
      return evaluateObject(machine, scope, node)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return { kind: 'function', node, scope }
    case 'AwaitExpression':
      return evaluateAwait(machine, scope, node.argument)
    case 'CallExpression':
      return evaluateCall(machine, scope, node)
    case 'MemberExpression':
      return memberOf(evaluate(machine, scope, node.object), keyOf(machine, scope, node))
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return evaluate(machine, scope, node.expression)
    case 'SequenceExpression':
      return evaluateAll(machine, scope, node.expressions).at(-1) ?? OPAQUE
    case 'ConditionalExpression':
      return evaluate(machine, scope, holds(machine, scope, node.test) ? node.consequent : node.alternate)
    default:
      return evaluateOperator(machine, scope, node)
  }
}

const evaluateOperator = (machine: Machine, scope: Scope, node: AnyNode): Value => {
  switch (node.type) {
    case 'BinaryExpression':
      return node.operator === '+' ? evaluateSum(machine, scope, node) : evaluateBinary(machine, scope, node)
    case 'LogicalExpression':
      return evaluateLogical(machine, scope, node)
    case 'UnaryExpression':
      return computeUnary(node.operator, evaluate(machine, scope, node.argument))
    case 'AssignmentExpression':
      return evaluateAssignment(machine, scope, node)
    case 'UpdateExpression': {
      const before = evaluate(machine, scope, node.argument)
      const after =
        before.kind === 'known' ? known(Number(before.value) + (node.operator === '++' ? 1 : -1)) : opaque(before)
      bind(machine, scope, node.argument, after)
      return node.prefix ? after : before
    }
    case 'NewExpression':
      return opaque(...evaluateAll(machine, scope, node.arguments))
    default:
      return OPAQUE
  }
}

/** Whether a condition holds; where that is not known, one of the ways is taken. */
export const holds = (machine: Machine, scope: Scope, test: Expression): boolean =>
  truth(evaluate(machine, scope, test)) ?? decide(machine)

/** Gives the names of a pattern their parts of a value. */
export const bind = (machine: Machine, scope: Scope, target: AnyNode, value: Value, isNew = false): void => {
  switch (target.type) {
    case 'Identifier':
      if (isNew) scope.names.set(target.name, value)
      else assign(scope, target.name, value)
      return
    case 'AssignmentPattern': {
      const isMissing = value.kind === 'known' && value.value === undefined
      return bind(machine, scope, target.left, isMissing ? evaluate(machine, scope, target.right) : value, isNew)
    }
    case 'ArrayPattern':
      return target.elements.forEach((element, index) => {
        if (element === null) return
        const rest = value.kind === 'list' ? { ...value, items: value.items.slice(index) } : opaque(value)
        if (element.type === 'RestElement') bind(machine, scope, element.argument, rest, isNew)
        else bind(machine, scope, element, memberOf(value, String(index)), isNew)
      })
    case 'ObjectPattern':
      return bindFields(machine, scope, target.properties, value, isNew)
    case 'MemberExpression': {
      const object = evaluate(machine, scope, target.object)
      const key = keyOf(machine, scope, target)
      if (object.kind === 'record' && key !== undefined) object.fields.set(key, value)
      else if (object.kind === 'list' && /^\d{1,3}$/.test(key ?? '')) object.items[Number(key)] = value
    }
  }
}

type PatternProperty = Extract<Pattern, { type: 'ObjectPattern' }>['properties'][number]

const bindFields = (
  machine: Machine,
  scope: Scope,
  properties: readonly PatternProperty[],
  value: Value,
  isNew: boolean,
): void => {
  const taken = new Set<string>()
  for (const property of properties) {
    if (property.type === 'RestElement') {
      // The rest of a destructured result is still that result; printing it shows all but the fields taken out.
      const rest: Value =
        value.kind === 'record'
          ? { kind: 'record', fields: new Map([...value.fields].filter(([name]) => !taken.has(name))) }
          : value
      bind(machine, scope, property.argument, rest, isNew)
      continue
    }
    const key = property.computed ? undefined : nameOf(property.key)
    if (key !== undefined) taken.add(key)
    bind(machine, scope, property.value, memberOf(value, key), isNew)
  }
}

const evaluateName = (scope: Scope, name: string): Value => {
  if (name === 'undefined') return known(undefined)
  return lookUp(scope, name) ?? (isNamespace(name) ? { kind: 'builtin', name } : OPAQUE)
}

const evaluateAll = (machine: Machine, scope: Scope, nodes: readonly (AnyNode | null)[]): Value[] =>
  nodes.flatMap((node) => {
    if (node?.type !== 'SpreadElement') return [evaluate(machine, scope, node)]
    const spread = evaluate(machine, scope, node.argument)
    return spread.kind === 'list' ? spread.items : [opaque(spread)]
  })

const evaluateObject = (
  machine: Machine,
  scope: Scope,
  node: Extract<AnyNode, { type: 'ObjectExpression' }>,
): Value => {
  const fields = new Map<string, Value>()
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = evaluate(machine, scope, property.argument)
      if (spread.kind === 'record') for (const [name, value] of spread.fields) fields.set(name, value)
      else if (spread.kind === 'result') fields.set('…', spread)
      continue
    }
    const key = property.computed ? knownKey(evaluate(machine, scope, property.key)) : nameOf(property.key)
    const value = evaluate(machine, scope, property.value)
    if (key !== undefined) fields.set(key, value)
  }
  return { kind: 'record', fields }
}

/** Everything that was started so far may have ended after a wait. */
const evaluateAwait = (machine: Machine, scope: Scope, awaited: Expression): Value => {
  const value = evaluate(machine, scope, awaited)
  machine.stage++
  return value
}

const evaluateCall = (machine: Machine, scope: Scope, node: Extract<AnyNode, { type: 'CallExpression' }>): Value => {
  const { callee } = node
  if (callee.type === 'MemberExpression') {
    const object = evaluate(machine, scope, callee.object)
    const key = keyOf(machine, scope, callee)
    if (object.kind !== 'builtin') {
      const inputs = evaluateAll(machine, scope, node.arguments)
      const field = object.kind === 'record' && key !== undefined ? object.fields.get(key) : undefined
      return field === undefined ? callMethod(machine, object, key, inputs) : machine.apply(field, inputs)
    }
    const inputs = evaluateAll(machine, scope, node.arguments)
    return callBuiltin(machine, key === undefined ? '' : `${object.name}.${key}`, { inputs, start: node.start })
  }
  const target = evaluate(machine, scope, callee)
  const inputs = evaluateAll(machine, scope, node.arguments)
  if (target.kind === 'builtin') return callBuiltin(machine, target.name, { inputs, start: node.start })
  return target.kind === 'function' ? machine.apply(target, inputs) : opaque(target, ...inputs)
}

const evaluateTagged = (
  machine: Machine,
  scope: Scope,
  node: Extract<AnyNode, { type: 'TaggedTemplateExpression' }>,
): Value => {
  const { tag, quasi } = node
  const isRaw = tag.type === 'MemberExpression' && nameOf(tag.object) === 'String' && nameOf(tag.property) === 'raw'
  if (!isRaw) return opaque(...evaluateAll(machine, scope, quasi.expressions))
  return join(
    quasi.quasis.flatMap((part, index) => [
      known(part.value.raw),
      ...(index < quasi.expressions.length ? [evaluate(machine, scope, quasi.expressions[index])] : []),
    ]),
  )
}

/** A long text is often written as hundreds of lines with `+` between them, each sum inside the next. */
const evaluateSum = (machine: Machine, scope: Scope, node: Extract<AnyNode, { type: 'BinaryExpression' }>): Value => {
  const terms: AnyNode[] = []
  let left: AnyNode = node
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    terms.push(left.right)
    left = left.left
  }
  let sum = evaluate(machine, scope, left)
  for (const term of terms.toReversed()) {
    const value = evaluate(machine, scope, term)
    sum = addNumbers(sum, value) ?? join([sum, value])
  }
  return sum
}

const evaluateBinary = (
  machine: Machine,
  scope: Scope,
  node: Extract<AnyNode, { type: 'BinaryExpression' }>,
): Value => {
  const left = evaluate(machine, scope, node.left)
  const right = evaluate(machine, scope, node.right)
  return compute(node.operator, left, right)
}

/** Where the left side is not known, the side that the script means in the ordinary case. */
const evaluateLogical = (
  machine: Machine,
  scope: Scope,
  node: Extract<AnyNode, { type: 'LogicalExpression' }>,
): Value => {
  const left = evaluate(machine, scope, node.left)
  if (node.operator === '??') {
    const isMissing = left.kind === 'known' && (left.value === null || left.value === undefined)
    return isMissing ? evaluate(machine, scope, node.right) : left
  }
  const isTrue = truth(left)
  if (node.operator === '||') return isTrue === false ? evaluate(machine, scope, node.right) : left
  if (isTrue === false || (isTrue === undefined && !decide(machine))) return isTrue === false ? left : known(false)
  return evaluate(machine, scope, node.right)
}

const evaluateAssignment = (
  machine: Machine,
  scope: Scope,
  node: Extract<AnyNode, { type: 'AssignmentExpression' }>,
): Value => {
  const right = evaluate(machine, scope, node.right)
  const value =
    node.operator === '='
      ? right
      : node.operator === '+='
        ? join([evaluate(machine, scope, node.left), right])
        : opaque(right)
  bind(machine, scope, node.left, value)
  return value
}

const keyOf = (
  machine: Machine,
  scope: Scope,
  node: Extract<AnyNode, { type: 'MemberExpression' }>,
): string | undefined => (node.computed ? knownKey(evaluate(machine, scope, node.property)) : nameOf(node.property))

const knownKey = (value: Value): string | undefined => (value.kind === 'known' ? String(value.value) : undefined)

const nameOf = (node: AnyNode): string | undefined => {
  if (node.type === 'Identifier') return node.name
  return node.type === 'Literal' ? String(node.value) : undefined
}
