import { createCounter } from '../../provision/count-tokens.ts'
import { parseDocument } from '../../provision/files.ts'
import { formatNamed } from '../../provision/formats.ts'
import { type LintOptions, lint } from '../../provision/lint/lint.ts'
import { problem } from '../../provision/view.ts'
import type { LintReport } from '../../schema/listing/lint-report.ts'
import { declaredIn } from '../load/operation.ts'

export type { LintReport } from '../../schema/listing/lint-report.ts'

/**
 * Checks the text of a history as its provider would. Invalid content is reported and never throws; an unknown format
 * is an error.
 */
export const lintText = async (
  text: string,
  { format: name, ...options }: Omit<LintOptions, 'count'> & { format: string },
): Promise<LintReport> => {
  const format = formatNamed(name)
  const value = format.output === 'text' ? text : parseDocument(text)
  if (value === undefined) {
    const message = text.trim() === '' ? 'there is nothing in it' : 'this is not JSON'
    return { format: name, valid: false, problems: [problem('roles', '', message)], tokens: 0 }
  }
  const tools = options.tools ?? (await declaredIn(value))
  return lint(value, format, { ...options, tools, count: await createCounter() })
}
