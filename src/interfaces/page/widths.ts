/** The widths in pixels at which every chart is drawn: of the column of text, and of a narrow phone without margins. */
export const WIDTHS = { wide: 704, narrow: 328 }

/** A chart that cannot shrink to a phone is drawn this wide, if that is enough. */
const PHONE_SCROLL_PX = 560

/** The width of a chart that needs at least so much: one of few, so that the style knows on which screens it scrolls. */
export const scrollingWidth = (width: number, leastPx: number): number => {
  if (leastPx <= width) return width
  return leastPx <= PHONE_SCROLL_PX ? PHONE_SCROLL_PX : Math.max(WIDTHS.wide, leastPx)
}

/** On which screens charts drawn at these widths scroll sideways, as the style calls them; undefined when on none. */
export const scrollsOn = (drawn: { wide: number; narrow: number }): 'all' | 'narrow' | 'phone' | undefined => {
  if (drawn.wide > WIDTHS.wide) return 'all'
  if (drawn.narrow > PHONE_SCROLL_PX) return 'narrow'
  return drawn.narrow > WIDTHS.narrow ? 'phone' : undefined
}
