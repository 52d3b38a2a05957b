import { addCluster, clusterRate, emptySums, type RatioSums } from '../../lib/stats/ratio.ts'
import type { HarvestedSession } from '../../schema/harvest.ts'
import type { TemplateDraft } from '../../schema/template-draft.ts'
import { OTHER_TOOLS } from '../../trust/words/shown-tool.ts'

interface ToolFigures {
  /** Number of calls with a known outcome for each tool, the most used tool first. */
  toolDistribution: Record<string, number>
  /** Success rates of the most used tools. */
  toolRates: TemplateDraft['toolRates']
}

const MOST_TOOLS = 5
/** Fewer calls than this say nothing about a tool. */
const FEWEST_CALLS = 5

/**
 * How often these sessions used each tool, and how reliably the most used tools worked. Tools that may not be named
 * count as one.
 */
export const toolFigures = (sessions: readonly HarvestedSession[], isShown: (tool: string) => boolean): ToolFigures => {
  const tools = new Map<string, RatioSums>()
  for (const { harvest } of sessions) {
    const own = new Map<string, [ok: number, uses: number]>()
    for (const { tool: name, ok, failed } of harvest.shapes) {
      const tool = isShown(name) ? name : OTHER_TOOLS
      const counts = own.get(tool)
      if (counts === undefined) own.set(tool, [ok, ok + failed])
      else {
        counts[0] += ok
        counts[1] += ok + failed
      }
    }
    for (const [tool, [ok, uses]] of own) {
      const sums = tools.get(tool)
      if (sums !== undefined) addCluster(sums, ok, uses)
      else {
        const fresh = emptySums()
        addCluster(fresh, ok, uses)
        tools.set(tool, fresh)
      }
    }
  }
  const used = [...tools].filter(([, { n }]) => n > 0)
  const ranked = used.toSorted(([one, a], [other, b]) => b.n - a.n || (one < other ? -1 : 1))
  return {
    toolDistribution: Object.fromEntries(ranked.map(([tool, { n }]) => [tool, n])),
    toolRates: ranked
      .filter(([tool, { n }]) => n >= FEWEST_CALLS && tool !== OTHER_TOOLS)
      .slice(0, MOST_TOOLS)
      .flatMap(([tool, sums]) => {
        const successRate = clusterRate(sums)
        return successRate === null ? [] : [{ tool, successRate }]
      }),
  }
}
