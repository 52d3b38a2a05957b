import type { SessionProfile } from '../../schema/listing/session-profile.ts'
import { countText, createFigures } from '../../interfaces/cli/figures.ts'
import { renderFacts, toPlainLine, renderRemark, type Screen, renderSection } from '../../interfaces/cli/section.ts'
import { counted, grouped } from '../../lib/number-text.ts'
import { wrap } from '../../interfaces/cli/table.ts'

/** How the user of a session talks to the agent. */
export const userLines = ({ userPatterns: user }: SessionProfile, screen: Screen): string[] => {
  const figures = createFigures()
  const share = (value: typeof user.questionShare): string =>
    `${figures.rate(value, user.reason)}${value === null ? '' : ` (n ${countText(value)})`}`
  const facts: [string, string | null][] = [
    ['messages', grouped(user.messageCount)],
    ['mean length', user.meanLength === null ? null : counted(Math.round(user.meanLength), 'character')],
    ['questions', share(user.questionShare)],
    ['commands', share(user.commandShare)],
    ['style', user.style],
    ['requests', user.requestStyle],
    ['feedback', user.feedbackStyle],
    ['tools', user.preferredTools.map(toPlainLine).join(', ')],
    ['domains', user.domains.join(', ')],
  ]
  return renderSection('The user', [...renderFacts(facts, screen), ...figures.footnotes(screen.width)], screen)
}

/** Prints rules that the user should not have to explain again, in the user's own words. */
export const conventionLines = (
  { userPatterns: { conventions } }: SessionProfile,
  screen: Screen,
  most: number | undefined,
): string[] => {
  const lines = conventions.slice(0, most).flatMap(({ text, kind, count, line }) => {
    const [first = '', ...rest] = wrap(toPlainLine(text), screen.width, '  ')
    const times = count === 1 ? '' : `, ${grouped(count)} times`
    return [`- ${first.slice(2)}`, ...rest, screen.colors.dim(`  ${kind}${times}, line ${grouped(line)}`)]
  })
  const hidden = conventions.length - (most ?? conventions.length)
  if (hidden > 0) lines.push(...renderRemark(`and ${grouped(hidden)} more; --all shows them`, screen))
  return renderSection('Conventions', lines, screen)
}
