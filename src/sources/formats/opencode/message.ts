import { asNumber, isRecord, type JsonRecord } from '../../../lib/json.ts'

/** A message with its parts, wherever they were kept. */
export interface StoredMessage {
  info: JsonRecord
  /** In the order in which they were made. */
  parts: readonly StoredPart[]
  line: number
}

export interface StoredPart {
  value: JsonRecord
  line: number
}

/** What one request to the model brought: what it said, the calls it asked for, what it cost. */
export interface Step {
  texts: string[]
  calls: StoredPart[]
  tokens: unknown
  cost: unknown
}

/**
 * Reads the steps of an answer. Newer versions write one message per request. Older versions write all requests into
 * one message, whose counts are those of the last request.
 */
export const readSteps = ({ info, parts }: StoredMessage): Step[] => {
  const steps: Step[] = []
  let step = emptyStep()
  for (const part of parts) {
    const { type, text } = part.value
    if (type === 'text' && typeof text === 'string' && part.value.ignored !== true) step.texts.push(text)
    else if (type === 'tool') step.calls.push(part)
    else if (type === 'step-finish') {
      steps.push({ ...step, tokens: part.value.tokens, cost: part.value.cost })
      step = emptyStep()
    }
  }
  const isOnly = steps.length === 0
  if (isOnly || step.texts.length > 0 || step.calls.length > 0)
    steps.push(isOnly ? { ...step, tokens: info.tokens, cost: info.cost } : step)
  return steps
}

const emptyStep = (): Step => ({ texts: [], calls: [], tokens: undefined, cost: undefined })

/** Reads a number of tokens or a price; undefined for anything else. */
export const readAmount = (value: unknown): number | undefined => {
  const count = asNumber(value)
  return count === undefined || count < 0 ? undefined : count
}

export const timeField = (value: unknown, name: string): unknown =>
  isRecord(value) && isRecord(value.time) ? value.time[name] : undefined
