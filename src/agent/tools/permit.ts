import type { ApprovalRequest, ToolContext } from '../tool.ts'

/** Undefined if a person allows the request now or allowed it beforehand; else the text for the model. */
export const permit = async (context: ToolContext, request: ApprovalRequest): Promise<string | undefined> => {
  if (await isPermitted(context, request)) return undefined
  return `not allowed (${request.reason}): it needs a person's permission, which was not given. Find another way or ask for it`
}

/** The person sees every character of what they allow: none moves the cursor or hides others. */
export const isPermitted = (context: ToolContext, request: ApprovalRequest): Promise<boolean> =>
  context.approve({ ...request, what: visible(request.what), reason: visible(request.reason) })

/** Writes characters that print nothing as terminals do (`^[` for Escape) or by their number. */
const visible = (text: string): string =>
  text.replaceAll('\r', '\n').replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => {
    const code = one.codePointAt(0) ?? 0
    return code < 0x20 ? `^${String.fromCharCode(code + 0x40)}` : `\\u{${code.toString(16)}}`
  })
