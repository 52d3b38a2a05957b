import type { Into } from '../conversation.ts'
import type { Seed } from '../seed.ts'
import { textBlock } from '../text-block.ts'

/** The block as it is, and the real message behind it. */
export const plainText = (seed: Seed, { message }: Into): unknown =>
  message === undefined ? `${textBlock(seed)}\n` : `${textBlock(seed)}\n\n${message}\n`
