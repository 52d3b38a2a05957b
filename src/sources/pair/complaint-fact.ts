import type { Complaint } from '../../complaint/complaint.ts'
import { complaintKey } from '../../complaint/complaint-key.ts'
import { clip } from '../../lib/excerpt.ts'
import type { ComplaintFact } from '../../schema/facts.ts'

const LINE_CHARS = 200

/** A complaint as it is stored: redacted and cut. */
export const complaintFact = ({ program, code, subject, line, place }: Complaint): ComplaintFact => {
  const clipped = clip(line, LINE_CHARS, { singleLine: true })
  return {
    program,
    code,
    subject: partOf(clipped, subject),
    line: clipped,
    key: complaintKey(clipped),
    place: partOf(clipped, place),
  }
}

/** A part of the redacted line holds no secret. Any other text is redacted separately. */
const partOf = (line: string, part: string): string =>
  part === '' || line.includes(part) ? part : clip(part, LINE_CHARS, { singleLine: true })
