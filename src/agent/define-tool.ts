import { AppError, messageOf } from '../lib/error.ts'
import { type Arguments, type ArgumentsSchema, readArguments } from './read-arguments.ts'
import type { Tool, ToolAnswer, ToolContext } from './tool.ts'

interface ToolDefinition<S extends ArgumentsSchema> {
  name: string
  description: string
  parameters: S
  run(values: Arguments<S>, context: ToolContext): Promise<ToolAnswer>
}

/**
 * Makes a tool that always answers: arguments are checked before `run` gets them, and an error of `run` becomes a
 * text. src/outcome recognises a refusal by its first words when sync reads the session back.
 */
export const defineTool = <S extends ArgumentsSchema>(definition: ToolDefinition<S>): Tool => ({
  name: definition.name,
  description: definition.description,
  parameters: { ...(definition.parameters as object), additionalProperties: false },
  async run(args, context) {
    if (context.signal.aborted) return stopped(definition.name)
    const read = readArguments(definition.parameters, args)
    if (!read.isOk) return refuse(`Invalid arguments for ${definition.name}: ${read.problem}`)
    try {
      return await definition.run(read.values, context)
    } catch (error) {
      if (context.signal.aborted) return stopped(definition.name)
      return refuse(wordsOf(error))
    }
  },
})

/** An answer that counts as an error and tells the agent what to do. */
export const refuse = (text: string): ToolAnswer => ({ text, isError: true })

const stopped = (name: string): ToolAnswer => refuse(`Tool call interrupted: ${name} was stopped before it was done.`)

/** `EACCES: permission denied, open ...` explains itself. */
const wordsOf = (error: unknown): string => {
  const words = messageOf(error)
  if (/^E[A-Z]{4,12}: /.test(words)) return words
  return `Error: ${words}${error instanceof AppError && error.hint !== undefined ? ` (${error.hint})` : ''}`
}
