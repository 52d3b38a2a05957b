import type { Markish } from '@observablehq/plot'
import type { PlotLibrary } from '../canvas.ts'

/** A place where an interval leaves the scale, and its direction. */
export interface BeyondPlace {
  x: number | string
  y: number | string | undefined
  towards: 'up' | 'right' | 'left'
}

/** Half the height of the mark, in pixels. */
const ARM_PX = 3.5
/** The distance of the mark from the end of its line. */
const GAP_PX = 4
const TURNS = { up: -90, right: 0, left: 180 }

/** Open arrowheads where intervals continue beyond the scale; no mark of a value looks like them. */
export const beyondMarks = (
  plot: PlotLibrary,
  places: readonly BeyondPlace[],
  look: { stroke: string; dx?: number; dy?: number },
): Markish[] =>
  (['up', 'right', 'left'] as const).map((towards) =>
    plot.dot(
      places.filter((place) => place.towards === towards),
      {
        x: 'x',
        y: 'y',
        symbol: ARROWHEAD,
        rotate: TURNS[towards],
        fill: 'none',
        stroke: look.stroke,
        strokeWidth: 2,
        dx: (look.dx ?? 0) + (towards === 'up' ? 0 : towards === 'right' ? GAP_PX : -GAP_PX),
        dy: (look.dy ?? 0) - (towards === 'up' ? GAP_PX : 0),
      },
    ),
  )

const ARROWHEAD = {
  draw(context: { moveTo(x: number, y: number): void; lineTo(x: number, y: number): void }): void {
    context.moveTo(-ARM_PX / 2, -ARM_PX)
    context.lineTo(ARM_PX, 0)
    context.lineTo(-ARM_PX / 2, ARM_PX)
  },
}
