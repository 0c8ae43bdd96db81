/** Degrees east and north. */
export type Position = { readonly longitude: number; readonly latitude: number }

/** Northern and southern edge of the drawn map: nobody runs agents beyond. */
const NORTH = 84
const SOUTH = -58

/** Size of the drawn map in degrees: an equirectangular projection has one unit for each. */
export const DRAWN = { width: 360, height: NORTH - SOUTH } as const

/** Place of a position on the drawn map, from its upper left corner. Positions beyond its edges are placed on them. */
export const drawnAt = ({ longitude, latitude }: Position): readonly [x: number, y: number] => [
  Math.min(360, Math.max(0, longitude + 180)),
  Math.min(DRAWN.height, Math.max(0, NORTH - latitude)),
]

const rounded = (degrees: number): string => String(Math.round(degrees * 10) / 10)

/** SVG path of polygons whose points are degrees east and north; points beyond the edges stay beyond them. */
export const drawnPath = (polygons: readonly (readonly (readonly (readonly number[])[])[])[]): string =>
  polygons
    .flatMap((rings) =>
      rings.map((ring) => {
        const points = ring.map(
          ([longitude = 0, latitude = 0]) => `${rounded(longitude + 180)} ${rounded(NORTH - latitude)}`,
        )
        return `M${points.join('L')}Z`
      }),
    )
    .join('')

/** SVG path of lines of latitude and longitude. */
export const drawnGraticule = ({
  meridians,
  parallels,
}: {
  readonly meridians: readonly number[]
  readonly parallels: readonly number[]
}): string =>
  [
    ...meridians.map((longitude) => `M${longitude + 180} 0V${DRAWN.height}`),
    ...parallels.filter((latitude) => latitude > SOUTH).map((latitude) => `M0 ${NORTH - latitude}H${DRAWN.width}`),
  ].join('')
