import { isRecord, type JsonRecord } from '../../lib/json.ts'
import { AppError, messageOf } from '../../lib/error.ts'
import { shown } from './read-value.ts'

/** The tools of a session, ready to check calls against. */
export interface Toolset {
  /** What is wrong with a call; undefined if nothing is. */
  complaint(name: string, given: unknown): string | undefined
}

/**
 * Reads tool definitions in any provider's form: OpenAI's with or without `function`, Anthropic's `input_schema`,
 * Gemini's `functionDeclarations`, the AI SDK's tools by name. Only this function loads the validator.
 */
export const readTools = async (value: unknown): Promise<Toolset> => {
  const declared = new Map<string, JsonRecord | undefined>()
  for (const [name, schema] of declarationsIn(value)) declared.set(name, schema)
  if (declared.size === 0)
    throw new AppError('usage', 'there are no tool definitions in that file', {
      hint: 'a JSON list of tools as the provider takes them, or an object with such a list called tools',
    })
  const { Validator } = await import('@cfworker/json-schema')
  const validators = new Map<string, InstanceType<typeof Validator>>()
  return {
    complaint: (name, given) => {
      if (!declared.has(name)) return `the tool ${shown(name)} is not declared`
      const schema = declared.get(name)
      if (schema === undefined) return undefined
      try {
        const validator = validators.get(name) ?? new Validator(withoutPatterns(lowerTypes(schema, 0)), '2020-12')
        validators.set(name, validator)
        const { valid, errors } = validator.validate(given)
        if (valid) return undefined
        const { instanceLocation = '#', error = '' } = errors.at(-1) ?? {}
        return `the arguments do not fit the schema of ${shown(name)}: ${instanceLocation} ${error}`
      } catch (error) {
        // Only the first line is the reason; the validator then lists what it knows.
        const [reason = ''] = messageOf(error).split('\n')
        return `the schema of ${shown(name)} cannot be used: ${reason}`
      }
    },
  }
}

const SCHEMA_FIELDS = ['parameters', 'input_schema', 'inputSchema', 'parametersJsonSchema']

/** Schemas of real tools and their arguments are nested less deeply than this. */
const DEEPEST = 64

const declarationsIn = (value: unknown, depth = 0): [name: string, schema: JsonRecord | undefined][] => {
  if (depth > DEEPEST) return []
  const within = (inner: unknown) => declarationsIn(inner, depth + 1)
  if (Array.isArray(value)) return value.flatMap(within)
  if (!isRecord(value)) return []
  if (Array.isArray(value['tools']) || (isRecord(value['tools']) && typeof value['name'] !== 'string'))
    return within(value['tools'])
  const grouped = value['functionDeclarations'] ?? value['function_declarations']
  if (Array.isArray(grouped)) return within(grouped)
  if (isRecord(value['function'])) return within(value['function'])
  if (typeof value['name'] === 'string') return [[value['name'], schemaOf(value)]]
  return Object.entries(value).flatMap(([name, tool]): [string, JsonRecord | undefined][] =>
    isRecord(tool) ? [[name, schemaOf(tool)]] : [],
  )
}

const schemaOf = (tool: JsonRecord): JsonRecord | undefined => {
  const found = SCHEMA_FIELDS.map((field) => tool[field]).find(isRecord)
  // The AI SDK wraps the schema once more.
  return isRecord(found?.['jsonSchema']) ? found['jsonSchema'] : found
}

/** Gemini writes STRING for string. */
const lowerTypes = (schema: unknown, depth: number): unknown => {
  if (depth > DEEPEST) return true
  if (Array.isArray(schema)) return schema.map((each) => lowerTypes(each, depth + 1))
  if (!isRecord(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'type' && typeof value === 'string' ? value.toLowerCase() : lowerTypes(value, depth + 1),
    ]),
  )
}

/** A stranger's pattern can run for ever on a text of twenty characters, so patterns are not checked. */
const withoutPatterns = (schema: unknown): JsonRecord => {
  if (!isRecord(schema)) return {}
  return JSON.parse(JSON.stringify(schema), (key: string, value: unknown) =>
    (key === 'pattern' && typeof value === 'string') || key === 'patternProperties' ? undefined : value,
  ) as JsonRecord
}
