import type { Position } from './projection.ts'

/** Place of a position in px, from the upper left corner of the map. */
export type PlaceOf = (position: Position) => readonly [x: number, y: number]

/** Props of the drawing of land below the circles of a map. */
export type BaseProps = {
  /** Positions that it must show. */
  readonly positions: readonly Position[]
  /** The position to move to; null: none was chosen. */
  readonly target: Position | null
  /** Called when positions have other places than before: at first, when it moves, when its size changes. */
  readonly onMoved: (placeOf: PlaceOf) => void
  /** Called if it cannot draw, as without WebGL. */
  readonly onFailed: () => void
}
