import { failed, ok, type Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/**
 * A page or a summary of one may be about errors; a request that failed is answered with one short sentence of the
 * client, mostly with the status code.
 */
export const judgeWeb = (subject: Subject): Finding | undefined => {
  const view = subject.view()
  if (view.empty) return undefined
  const first = view.firstLines[0] ?? ''
  if (!view.whole || view.lastLines.length > MAX_COMPLAINT_LINES || !UNFETCHED.test(first))
    return ok('page-answered', first)
  // A page that does not exist is a wrong address; everything else is the network's or the site's doing.
  const wrongAddress = /\b(?:404|410|400)\b|Invalid URL|invalid url/.test(first)
  return failed('request-failed', first, wrongAddress ? 'agent' : 'environment')
}

const MAX_COMPLAINT_LINES = 6

const UNFETCHED =
  /^(?:Error\b|error\b|Request failed|Failed to |HTTP (?:error|\d{3})|(?:Request )?[Tt]imeout|timeout of|Unable to |unable to |Could not |Cannot |Claude Code is unable|Invalid URL|getaddrinfo|connect E|read E|socket |maxContentLength|maxRedirects|self[- ]signed|certificate|unable to verify|fetch failed|Navigation (?:failed|timeout)|net::|Domain |The server returned|Blocked|Access denied|Status(?: code)?:? [45]\d\d|[45]\d\d\b|Web search (?:error|failed)|API Error|Too many|Rate limit)/
