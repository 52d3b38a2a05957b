import type { AnyNode, Function as FunctionNode, Program } from 'acorn'
import { callBuiltin, ScriptExit } from './builtins.ts'
import { bind, evaluate, holds } from './evaluate.ts'
import { decide, type Machine, ScriptThrow, step, TooLong } from './machine.ts'
import { known, opaque, OPAQUE, type Scope, type Value } from './value.ts'

/** One way that a script can have gone: the calls it makes and what it prints, in order. */
export interface Walk extends Pick<Machine, 'calls' | 'prints' | 'asked'> {
  /** The script threw something and did not catch it. */
  threw: boolean
}

/**
 * Follows the statements of a script without running it. Bounded in steps, calls and depth: of a script that goes on for
 * longer only the beginning is known.
 */
export const walk = (program: Program, decisions: readonly boolean[]): Walk => {
  const machine: Machine = {
    calls: [],
    prints: [],
    stage: 0,
    decisions,
    asked: 0,
    stepsLeft: STEPS,
    depth: 0,
    tryDepth: 0,
    besideDepth: 0,
    apply: (callee, inputs) => applyFunction(machine, callee, inputs),
  }
  let threw = false
  try {
    const scope: Scope = { names: new Map(), parent: undefined }
    executeBlock(machine, scope, program.body)
  } catch (error) {
    threw = error instanceof ScriptThrow
    if (!(error instanceof TooLong || error instanceof ScriptExit || threw)) throw error
  }
  return { calls: machine.calls, prints: machine.prints, asked: machine.asked, threw }
}

/** How a statement ended; `undefined`: it just did. */
type End = { kind: 'break' | 'continue' } | { kind: 'return'; value: Value } | undefined

const executeBlock = (machine: Machine, scope: Scope, statements: readonly AnyNode[]): End => {
  for (const statement of statements) {
    if (statement.type === 'FunctionDeclaration') {
      scope.names.set(statement.id?.name ?? '', { kind: 'function', node: statement, scope })
    }
  }
  for (const statement of statements) {
    const end = execute(machine, scope, statement)
    if (end !== undefined) return end
  }
  return undefined
}

const execute = (machine: Machine, scope: Scope, node: AnyNode): End => {
  step(machine)
  switch (node.type) {
    case 'VariableDeclaration':
      for (const { id, init } of node.declarations) bind(machine, scope, id, evaluate(machine, scope, init), true)
      return undefined
    case 'ExpressionStatement':
      evaluate(machine, scope, node.expression)
      return undefined
    case 'BlockStatement':
      return executeBlock(machine, { names: new Map(), parent: scope }, node.body)
    case 'IfStatement': {
      const branch = holds(machine, scope, node.test) ? node.consequent : node.alternate
      return branch === null || branch === undefined ? undefined : execute(machine, scope, branch)
    }
    case 'ReturnStatement':
      return { kind: 'return', value: evaluate(machine, scope, node.argument) }
    case 'BreakStatement':
      return { kind: 'break' }
    case 'ContinueStatement':
      return { kind: 'continue' }
    case 'ThrowStatement':
      throw new ScriptThrow(evaluate(machine, scope, node.argument))
    case 'TryStatement':
      return executeTry(machine, scope, node)
    case 'SwitchStatement':
      return executeSwitch(machine, scope, node)
    case 'LabeledStatement':
      return execute(machine, scope, node.body)
    default:
      return executeLoop(machine, scope, node)
  }
}

const executeLoop = (machine: Machine, scope: Scope, node: AnyNode): End => {
  const inner: Scope = { names: new Map(), parent: scope }
  switch (node.type) {
    case 'ForStatement':
      if (node.init?.type === 'VariableDeclaration') execute(machine, inner, node.init)
      else evaluate(machine, inner, node.init)
      return repeat(machine, inner, node.body, {
        before: () => node.test === null || node.test === undefined || holds(machine, inner, node.test),
        after: () => void evaluate(machine, inner, node.update),
      })
    case 'WhileStatement':
      return repeat(machine, inner, node.body, { before: () => holds(machine, inner, node.test) })
    case 'DoWhileStatement': {
      let isFirst = true
      return repeat(machine, inner, node.body, {
        before: () => {
          const goesOn = isFirst || holds(machine, inner, node.test)
          isFirst = false
          return goesOn
        },
      })
    }
    case 'ForOfStatement': {
      const list = evaluate(machine, scope, node.right)
      const items = list.kind === 'list' ? [...list.items] : decide(machine) ? [opaque(list)] : []
      const target = node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left
      const isNew = node.left.type === 'VariableDeclaration'
      let index = 0
      return repeat(machine, inner, node.body, {
        before: () => {
          const item = items[index++]
          if (item === undefined) return false
          if (target !== undefined) bind(machine, inner, target, item, isNew)
          return true
        },
      })
    }
    default:
      return undefined
  }
}

const repeat = (machine: Machine, scope: Scope, body: AnyNode, round: { before(): boolean; after?(): void }): End => {
  for (let rounds = 0; rounds < ROUNDS && round.before(); rounds++) {
    const end = execute(machine, { names: new Map(), parent: scope }, body)
    if (end?.kind === 'return') return end
    if (end?.kind === 'break') return undefined
    round.after?.()
  }
  return undefined
}

const executeTry = (machine: Machine, scope: Scope, node: Extract<AnyNode, { type: 'TryStatement' }>): End => {
  let end: End
  try {
    machine.tryDepth += node.handler === null || node.handler === undefined ? 0 : 1
    end = executeGuarded(machine, scope, node)
  } finally {
    if (node.finalizer !== null && node.finalizer !== undefined && machine.stepsLeft > 0) {
      execute(machine, scope, node.finalizer)
    }
  }
  return end
}

const executeGuarded = (machine: Machine, scope: Scope, node: Extract<AnyNode, { type: 'TryStatement' }>): End => {
  const { handler } = node
  try {
    const end = execute(machine, scope, node.block)
    if (handler !== null && handler !== undefined) machine.tryDepth--
    return end
  } catch (error) {
    if (handler !== null && handler !== undefined) machine.tryDepth--
    if (!(error instanceof ScriptThrow) || handler === null || handler === undefined) throw error
    const inner: Scope = { names: new Map(), parent: scope }
    if (handler.param !== null && handler.param !== undefined) bind(machine, inner, handler.param, error.value, true)
    return execute(machine, inner, handler.body)
  }
}

const executeSwitch = (machine: Machine, scope: Scope, node: Extract<AnyNode, { type: 'SwitchStatement' }>): End => {
  const value = evaluate(machine, scope, node.discriminant)
  const isTaken = (test: AnyNode | null | undefined): boolean => {
    if (test === null || test === undefined) return true
    const wanted = evaluate(machine, scope, test)
    return value.kind === 'known' && wanted.kind === 'known' ? value.value === wanted.value : decide(machine)
  }
  const from = node.cases.findIndex((each) => isTaken(each.test))
  if (from < 0) return undefined
  for (const each of node.cases.slice(from)) {
    const end = executeBlock(machine, scope, each.consequent)
    if (end?.kind === 'break') return undefined
    if (end !== undefined) return end
  }
  return undefined
}

const applyFunction = (machine: Machine, callee: Value, inputs: readonly Value[]): Value => {
  // `results.forEach(text)`: the runtime's own functions are passed around like the script's.
  if (callee.kind === 'builtin') return callBuiltin(machine, callee.name, { inputs, start: 0 })
  if (callee.kind !== 'function') return opaque(callee, ...inputs)
  if (machine.depth >= DEPTH) return OPAQUE
  machine.depth++
  try {
    return runBody(machine, callee.node, callee.scope, inputs)
  } finally {
    machine.depth--
  }
}

const runBody = (machine: Machine, node: FunctionNode, outer: Scope, inputs: readonly Value[]): Value => {
  const scope: Scope = { names: new Map(), parent: outer }
  node.params.forEach((param, index) => {
    const rest: Value = { kind: 'list', items: inputs.slice(index) }
    if (param.type === 'RestElement') bind(machine, scope, param.argument, rest, true)
    else bind(machine, scope, param, inputs[index] ?? known(undefined), true)
  })
  if (node.body.type !== 'BlockStatement') return evaluate(machine, scope, node.body)
  const end = execute(machine, scope, node.body)
  return end?.kind === 'return' ? end.value : known(undefined)
}

// A script of a hundred lines takes some thousand steps.
const STEPS = 20_000
const ROUNDS = 64
const DEPTH = 40
