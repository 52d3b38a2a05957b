import type { Template } from '../list/templates-operation.ts'
import { toPlainLine } from '../../interfaces/cli/section.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import { addendumLines } from '../show/addendum-show.ts'

/**
 * The full text that each piece could give to a session, in the order of `explain`: a person who approves it must be
 * able to read all of it.
 */
export const wordsOfPieces = (
  { patterns, workflows, recoveries, conventions }: Template,
  { width }: { width: number },
): string[][] => {
  const said = (text: string, indent = '  '): string[] => wrap(toPlainLine(text), width, indent)
  const call = (tool: string, args: unknown): string => `${tool} ${JSON.stringify(args)}`
  const result = (text: string): string[] =>
    text === '' ? [] : text.split('\n').flatMap((line) => said(`> ${line}`, '    '))
  return [
    ...patterns.map((each) => [
      ...said(`for: ${each.intent}`),
      ...said(`call: ${call(each.tool, each.arguments)}`),
      ...result(each.result),
    ]),
    ...workflows.map(({ intent, steps }) => [
      ...said(`for: ${intent}`),
      ...steps.flatMap((step) => [...said(`call: ${call(step.tool, step.arguments)}`), ...result(step.result)]),
    ]),
    ...recoveries.map((each) => [
      ...said(`error: ${each.signature}`),
      ...said(`failed: ${call(each.tool, each.failed)}`),
      ...said(`worked: ${call(each.workedTool, each.worked)}`),
      ...said(`so: ${each.strategy}`),
    ]),
    ...conventions.map(({ text, id, confirmed }) => [
      ...said(text),
      ...said(confirmed ? `(${id}: you said yes)` : `(${id}: given only after \`promote --rules ${id}\`)`),
    ]),
  ]
}

/** The remaining text of a seed. */
export const otherWords = (template: Template, { width }: { width: number }): string[] => {
  const tools = template.userPatterns?.preferredTools ?? []
  return [
    ...(template.addendum === '' ? [] : ['addendum, word for word:']),
    ...addendumLines(template, { width }),
    ...(tools.length === 0 ? [] : wrap(`preferred tools: ${tools.map(toPlainLine).join(', ')}`, width, '  ')),
  ]
}
