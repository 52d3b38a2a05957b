/**
 * Reads why a call failed. The event follows both successful and failed calls and has no field that tells them apart,
 * so this reads what older versions report: an exit code or an error flag.
 */
export const failureIn = (response: unknown): string | undefined => {
  if (typeof response === 'string') return failureInText(response)
  return isRecord(response) ? failureInRecord(response) : undefined
}

/** The line with the exit code is among the first, before the command's output. */
const HEAD_CHARS = 400
const EXIT_LINE =
  /^(?:Exit code: |Process exited with code |Command exited with (?:non-zero )?(?:status )?code )(\d{1,5})/m
/** Longer results are not parsed for a code at their end. */
const MOST_PARSED_CHARS = 200_000
/** A person refused the call, or the sandbox did and a person is asked next. */
const REJECTED = /rejected by user|user (?:rejected|denied|aborted)|aborted by user/i

/**
 * The output of a command whose response does not say how it ended, as in today's versions: the caller must judge the
 * text. Undefined if the response says that the command worked, or is not text.
 */
export const bareOutputIn = (response: unknown): string | undefined => {
  if (typeof response !== 'string' || response.trim() === '') return undefined
  if (response.startsWith('{') && response.length <= MOST_PARSED_CHARS && isRecord(parsedOrNothing(response)))
    return undefined
  const head = response.slice(0, HEAD_CHARS)
  return EXIT_LINE.test(head) || REJECTED.test(head) ? undefined : response
}

const failureInText = (text: string): string | undefined => {
  if (text.startsWith('{') && text.length <= MOST_PARSED_CHARS) {
    const parsed = parsedOrNothing(text)
    if (isRecord(parsed)) return failureInRecord(parsed)
  }
  const head = text.slice(0, HEAD_CHARS)
  const code = EXIT_LINE.exec(head)?.[1]
  return code === undefined || Number(code) === 0 || REJECTED.test(head) ? undefined : text
}

const failureInRecord = (record: Record<string, unknown>): string | undefined => {
  const metadata = isRecord(record['metadata']) ? record['metadata'] : {}
  const code = [record['exit_code'], record['exitCode'], metadata['exit_code']].find((each) => typeof each === 'number')
  const isFailure = (code ?? 0) !== 0 || record['isError'] === true || record['is_error'] === true
  if (!isFailure) return undefined
  const words = [record['output'], record['stderr'], record['error'], record['content']].map(wordsOf)
  const message = words.find((each) => each !== '') ?? ''
  return REJECTED.test(message.slice(0, HEAD_CHARS)) ? undefined : message || `exit code ${String(code)}`
}

/** Results of MCP tools are lists of blocks. */
const wordsOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  return value
    .map((block: unknown) => (isRecord(block) && typeof block['text'] === 'string' ? block['text'] : ''))
    .join('\n')
}

const parsedOrNothing = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
