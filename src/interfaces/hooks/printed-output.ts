/**
 * Extracts the output of a command from the report of Gemini CLI and its descendants: `Output: ...` among lines with
 * other names.
 */
export const printedIn = (report: string): string => {
  const start = /^Output: /m.exec(report)
  if (start === null) return report
  const printed = report.slice(start.index + start[0].length)
  const end = /\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): |\n<\/untrusted_context>/.exec(printed)
  return end === null ? printed : printed.slice(0, end.index)
}
