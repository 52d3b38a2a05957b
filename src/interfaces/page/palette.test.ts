import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PALETTE } from './palette.ts'

const TEXT = ['ink', 'muted', 'accent'] as const
const MARKS = ['agent', 'environment', 'user', 'expected', 'not-run', 'ok', 'first', 'second', 'third'] as const

for (const scheme of ['light', 'dark'] as const) {
  test(`text can be read and marks can be seen in the ${scheme} scheme`, () => {
    const { paper, raised } = PALETTE[scheme]
    for (const name of TEXT)
      for (const ground of [paper, raised]) assert.ok(contrast(PALETTE[scheme][name], ground) >= 4.5, `${name}`)
    for (const name of MARKS) assert.ok(contrast(PALETTE[scheme][name], paper) >= 3, `${name}`)
  })
}

/** The ratio of luminances as the accessibility guidelines define it. */
const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
