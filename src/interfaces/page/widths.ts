/**
 * The widths in pixels at which every chart is drawn: that of the text column, and that of a narrow phone without
 * margins.
 */
export const WIDTHS = { wide: 704, narrow: 328 }

/** A chart that cannot shrink to a phone is drawn at this width, if that is enough. */
const PHONE_SCROLL_PX = 560

/**
 * The width of a chart that needs at least `leastPx`. There are only a few such widths, so that the style knows on
 * which screens the chart scrolls.
 */
export const scrollingWidth = (width: number, leastPx: number): number => {
  if (leastPx <= width) return width
  return leastPx <= PHONE_SCROLL_PX ? PHONE_SCROLL_PX : Math.max(WIDTHS.wide, leastPx)
}

/** The screens, by their names in the style, on which charts of these widths scroll sideways; undefined if on none. */
export const scrollsOn = (drawn: { wide: number; narrow: number }): 'all' | 'narrow' | 'phone' | undefined => {
  if (drawn.wide > WIDTHS.wide) return 'all'
  if (drawn.narrow > PHONE_SCROLL_PX) return 'narrow'
  return drawn.narrow > WIDTHS.narrow ? 'phone' : undefined
}
