import type { Into } from '../conversation.ts'
import type { Seed } from '../seed.ts'
import { textBlock } from '../text-block.ts'

/** The block unchanged, followed by the real message. */
export const plainText = (seed: Seed, { message }: Into): unknown =>
  message === undefined ? `${textBlock(seed)}\n` : `${textBlock(seed)}\n\n${message}\n`
