import { z } from 'zod'

export const CompletionScript = z
  .object({ shell: z.enum(['bash', 'zsh', 'fish']), script: z.string() })
  .describe('The completion of a shell, as text for it to read.')
