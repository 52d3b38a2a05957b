import * as v from 'valibot'
import { described } from '../../schema/described.ts'

export const CompletionScript = described(
  v.object({ shell: v.picklist(['bash', 'zsh', 'fish']), script: v.string() }),
  'The completion of a shell, as text for it to read.',
)
