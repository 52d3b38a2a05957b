/**
 * The colours of the page, light and dark. Text (ink, muted, accent, reason) has a contrast of at least 4.5 to the
 * paper, marks at least 3. The hues stay distinct for the common kinds of colour blindness (blue, orange, purple,
 * green of different lightness). Colour alone never carries a meaning.
 */
export const PALETTE = {
  light: {
    paper: '#fcfbf8',
    raised: '#f4f1ea',
    ink: '#20242b',
    muted: '#5c626d',
    line: '#e4e0d6',
    accent: '#0a5c96',
    agent: '#bf4a0b',
    environment: '#1f78b4',
    user: '#8b4a94',
    expected: '#1f8a70',
    'not-run': '#85898f',
    ok: '#6f8fa8',
    first: '#7a5c00',
    second: '#0a5c96',
    third: '#a8327a',
  },
  dark: {
    paper: '#15181d',
    raised: '#1e2229',
    ink: '#ebe8e1',
    muted: '#a4aab4',
    line: '#2d323b',
    accent: '#74b9ec',
    agent: '#f08a4b',
    environment: '#5aa9e0',
    user: '#cf94d6',
    expected: '#4fc3a3',
    'not-run': '#868c95',
    ok: '#7898b0',
    first: '#e0b94a',
    second: '#74b9ec',
    third: '#ee86bd',
  },
} as const

/** The colours of one scheme as custom properties, for text and charts. */
export const properties = (scheme: keyof typeof PALETTE): string =>
  Object.entries(PALETTE[scheme])
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
