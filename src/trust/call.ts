import { isRecord } from '../lib/json.ts'
import { readToolFacts } from '../outcome/tool-facts.ts'
import type { MinedCall } from '../schema/harvest.ts'
import { commandText } from '../shell/command-text.ts'
import { judgeCommand } from './gate.ts'
import { isOutside, isScratch, placeOf, type Place } from './place.ts'
import { changesData } from './sql.ts'

export type GatedCall = Pick<MinedCall, 'tool' | 'kind' | 'subject' | 'args' | 'project' | 'cwd'>

export type Gate = { allowed: true } | { allowed: false; reason: string }

/**
 * Whether a call may be shown to another session as an example. A command line must be known to be harmless (`judgeCommand`), a
 * program in another language never is, an edit must stay inside the project, and a tool must not say by its name or arguments that
 * it deletes, pays or sends. A call whose arguments were not kept whole is judged by the command line or file that it is known by.
 */
export const gateCall = (call: GatedCall): Gate => {
  const reason = refusal(call)
  return reason === undefined ? { allowed: true } : { allowed: false, reason }
}

const refusal = (call: GatedCall): string | undefined => {
  const { family } = readToolFacts(call.tool)
  const place = placeOf(call)
  const named = nameRefusal(call.tool) ?? actionRefusal(call.args) ?? (leavesSandbox(call.args) ? SANDBOX : undefined)
  if (named !== undefined) return named
  if (isCode(call)) return OPAQUE
  if (call.kind === 'terminal' || family === 'shell' || family === 'process') return shellRefusal(call, place)
  if (family === 'edit') return editRefusal(call, place)
  if (family === 'read' || family === 'search' || family === 'web') return undefined
  return valueRefusal(call, place)
}

/** Whether a call runs a piece of code, of which nobody knows what it does. */
const isCode = ({ tool, kind }: Pick<GatedCall, 'tool' | 'kind'>): boolean =>
  kind === 'code' || readToolFacts(tool).family === 'script'

export const OPAQUE = 'runs a program that cannot be read'
const SANDBOX = 'asks for more rights than the sandbox gives'

/** An example must not teach to ask for rights: that is decided anew each time. */
const leavesSandbox = (args: GatedCall['args']): boolean => {
  const permissions = args?.['sandbox_permissions']
  return (
    (typeof permissions === 'string' && /escalat|bypass|danger/i.test(permissions)) ||
    args?.['with_escalated_permissions'] === true ||
    args?.['dangerouslyDisableSandbox'] === true
  )
}

const OUTSIDE = 'writes outside the project'

const textOf = (call: GatedCall, keys: readonly string[]): string => {
  for (const key of keys) {
    const value = call.args?.[key]
    if (typeof value === 'string') return value
  }
  return call.subject
}

/** What is typed into a command that already runs is a command line too. */
const shellRefusal = (call: GatedCall, place: Place): string | undefined => {
  return commandRefusal(commandText(call.args) ?? textOf(call, ['chars', 'input', 'text', 'data']), place)
}

const commandRefusal = (text: string, place: Place): string | undefined => {
  const judged = judgeCommand(text, place)
  return judged.harmless ? undefined : judged.why
}

const editRefusal = (call: GatedCall, place: Place): string | undefined => {
  const patch = textOf(call, ['input', 'patch', 'diff'])
  if (isPatch(patch)) return patchRefusal(patch, place)
  const path = textOf(call, ['file_path', 'path', 'filename', 'notebook_path', 'target_file', 'filePath'])
  return leaves(path, place) ? OUTSIDE : undefined
}

const leaves = (path: string, place: Place): boolean => !isScratch(path) && isOutside(path, place)

const isPatch = (text: string): boolean => text.includes('*** Begin Patch')

const patchRefusal = (patch: string, place: Place): string | undefined => {
  for (const [, verb, path = ''] of patch.matchAll(
    /^\*\*\* (Add|Update|Delete) File: (.{1,400})$|^\*\*\* Move to: .{1,400}$/gm,
  )) {
    if (verb === 'Delete') return 'deletes files'
    if (leaves(path.trim(), place)) return OUTSIDE
  }
  return undefined
}

const VERBS: [string, ReadonlySet<string>][] = [
  ['deletes', new Set('delete remove destroy purge wipe erase drop truncate uninstall terminate'.split(' '))],
  ['moves money', new Set('pay payment payments charge refund purchase buy invoice payout transfer'.split(' '))],
  [
    'sends words or data to other people',
    new Set('send sendmessage email mail sms tweet reply publish broadcast notify invite share forward'.split(' ')),
  ],
]
/** A name that begins so only looks. */
const LOOKS = new Set(
  'get list read search find show view describe fetch query count check lookup calculate'.split(' '),
)
const SPEAKS = /(?:^|_)(?:post|add|create|submit)_(?:\w+_)?(?:comment|message|reply|review|tweet|status)(?:_|$)/

const nameRefusal = (tool: string): string | undefined => {
  // The server of a tool may be called anything: `mcp__mail__list` looks.
  const own = /^mcp(?:__|\.|_).*?(?:__|\.)(.+)$/.exec(tool.slice(0, 200))?.[1] ?? tool.slice(0, 200)
  const words = own
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
  // `get_and_delete` does not only look.
  const isJoined = words.some((word) => word === 'and' || word === 'or' || word === 'then')
  if (!isJoined && words.slice(0, 2).some((word) => LOOKS.has(word))) return undefined
  for (const [reason, verbs] of VERBS) if (words.some((word) => verbs.has(word))) return reason
  return SPEAKS.test(words.join('_')) ? 'sends words or data to other people' : undefined
}

/** Tools that do many things say which in an argument. */
const actionRefusal = (args: GatedCall['args']): string | undefined => {
  const action = args?.['action'] ?? args?.['operation'] ?? args?.['method'] ?? args?.['op'] ?? args?.['verb']
  if (typeof action !== 'string' || action.length > 40) return undefined
  return /^(?:DELETE|POST|PUT|PATCH)$/.test(action) ? 'changes something elsewhere' : nameRefusal(action)
}

/** Arguments that are kept whole hold no more. */
const MAX_VALUES = 600
/** Whatever the tool: what stands under such a name is run. */
const RUN_KEY = /^(?:commands?|cmds?|cmdline|command_?line|shell|bash|sh|exec|run|script|argv)$/i
const CODE_KEY = /^(?:code|python|javascript|js|source|script|expression|snippet)$/i

/** Command lines, programs and statements for a database among the arguments of a tool we know nothing of. */
const valueRefusal = (call: GatedCall, place: Place): string | undefined => {
  const waiting: unknown[] = [call.args ?? call.subject]
  for (let at = 0; at < waiting.length && at < MAX_VALUES; at++) {
    const value = waiting[at]
    if (typeof value === 'string') {
      if (changesData(value)) return 'changes data'
    } else if (Array.isArray(value)) waiting.push(...(value as unknown[]).slice(0, MAX_VALUES))
    else if (isRecord(value)) {
      const reason = runRefusal(value, place)
      if (reason !== undefined) return reason
      waiting.push(...Object.values(value).slice(0, MAX_VALUES))
    }
  }
  return undefined
}

const runRefusal = (fields: Record<string, unknown>, place: Place): string | undefined => {
  for (const [name, field] of Object.entries(fields)) {
    if (CODE_KEY.test(name) && typeof field === 'string') return OPAQUE
    const text = RUN_KEY.test(name) ? commandText({ command: field }) : undefined
    const reason = text === undefined ? undefined : commandRefusal(text, place)
    if (reason !== undefined) return reason
  }
  return undefined
}
