import type { ConfigReport } from '../../schema/listing/config-report.ts'
import { renderFacts, type Screen, type ShownFact } from '../../interfaces/cli/section.ts'
import { wrap } from '../../interfaces/cli/table.ts'

/** Prints each setting with its origin. */
export const configLines = (report: ConfigReport, screen: Screen): string[] => {
  const { yellow, dim } = screen.colors
  if (report.problem !== null) return report.problem.split('\n').flatMap((line) => wrap(yellow(line), screen.width))
  const facts: ShownFact[] = report.settings.map(({ name, value, from }) => [
    name.replace(/^model\.(name|provider|baseUrl)$/, (_whole, field: string) => SHORT[field] ?? field),
    `${Array.isArray(value) ? value.join(', ') : value}  ${dim(`(${from})`)}`,
  ])
  if (!report.settings.some(({ name }) => name === 'model.name')) facts.unshift(['model', NO_MODEL])
  facts.push(['key', report.key.isPresent ? `present  ${dim(`(${report.key.from})`)}` : 'none'])
  if (report.endpoint !== null) facts.push(['endpoint', endpointWords(report.endpoint)])
  const files = report.files.map(
    ({ path, kind, isTrusted }): ShownFact => [
      kind === 'project' && !isTrusted ? 'project, not trusted' : kind,
      path,
      'whole',
    ],
  )
  return [
    ...renderFacts(facts, screen),
    ...(files.length === 0 ? [] : ['', ...renderFacts(files, screen)]),
    ...report.warnings.flatMap((warning) => wrap(`${yellow('!')} ${warning}`, screen.width)),
  ]
}

const SHORT: Record<string, string> = { name: 'model', provider: 'provider', baseUrl: 'base URL' }
const NO_MODEL = 'none is configured: --model, WARMSTART_MODEL, or warmstart.config.json'

const endpointWords = ({ isReachable, status, listsModel, message }: NonNullable<ConfigReport['endpoint']>): string => {
  if (!isReachable) return `cannot be reached: ${message ?? 'no reason was given'}`
  if (message !== null) return `answers ${status ?? ''}: ${message}`
  return listsModel === false ? 'answers, but does not list the model' : 'answers'
}
