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
  if (!view.whole || view.lastLines.length > MAX_COMPLAINT_LINES || !UNFETCHED.some((one) => one.test(first)))
    return ok('page-answered', first)
  // A page that does not exist is a wrong address; everything else is the network's or the site's doing.
  const wrongAddress = /\b(?:404|410|400)\b|Invalid URL|invalid url/.test(first)
  return failed('request-failed', first, wrongAddress ? 'agent' : 'environment')
}

const MAX_COMPLAINT_LINES = 6

const UNFETCHED = [
  // the client's own words; a summary that "could not find" something has been made from a page
  /^(?:[Ee]rror(?::|$| fetching| calling| executing)|Request (?:failed|to .{1,60} failed|timed out)|Failed to |[Uu]nable to (?:verify|fetch|connect|load|navigate|resolve|access|reach|open|download|retrieve|get)|(?:Could not|Cannot) (?:fetch|connect|load|navigate|resolve|access|reach|open|download|retrieve)|Claude Code is unable|Invalid URL|Domain |Blocked(?::| by)|The safety check for domain |The .{1,40} proxy rejected |Web search (?:error|failed|was not performed)|API Error|Navigation (?:failed|timeout))/,
  // status codes
  /^(?:HTTP (?:error|[45]\d{2})|Status(?: code)?:? [45]\d\d|[45]\d\d(?:$| [A-Z-])|The server returned|Access denied|Too [Mm]any (?:requests|redirects)|Rate limit)/,
  // sockets, certificates, limits, as Node and browsers word them
  /^(?:(?:Request )?[Tt]imeout|timeout of|getaddrinfo|(?:connect|read|write) E|socket |Client network socket|Hostname\/IP does not match|maxContentLength|maxRedirects|Maximum number of redirects|self[- ]signed|certificate|fetch failed|net::|Parse Error: |stream has been aborted|aborted$)/,
]
