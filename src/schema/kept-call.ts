/** What the store kept of a call: flags, fields and codes whole, texts cut to head and tail; and what was said of it. */
export interface KeptCall {
  tool: string
  input: string
  args_head: string | null
  args_tail: string | null
  result_head: string | null
  result_tail: string | null
  result_chars: number | null
  outcome: string
  cause: string | null
  rung: string
  rule: string
  evidence: string
  masked: number
}
