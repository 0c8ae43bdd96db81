import type { ChartTheme } from '../kit/chart/chart-theme.ts'
import { svgOf, svgText } from '../kit/chart/picture.ts'
import { labelSides } from '../kit/map/labels.ts'
import { GRATICULE, land } from '../kit/map/land.ts'
import { DRAWN, drawnAt, drawnGraticule, drawnPath } from '../kit/map/projection.ts'
import { isFailing, type MapCloud, type MapPlace } from './map-places.ts'

/** Size of the picture in px, and how much of its height is for the map. */
export const PICTURE = { width: 1080, height: 510, map: 426 } as const

const SCALE = PICTURE.width / DRAWN.width
const LEGEND_Y = PICTURE.map + 58
const ENTRY_PX = 200

type Pictured = {
  readonly title: string
  readonly places: readonly (MapPlace & { readonly radiusPx: number })[]
  readonly clouds: readonly MapCloud[]
  readonly theme: ChartTheme
}

/** The map as an SVG picture with its title and legend, in the colours of the page. */
export const mapPicture = ({ title, places, clouds, theme }: Pictured): string => {
  const colorOf = (series: number): string => theme.series[series - 1] ?? theme.text
  const seriesOf = new Map(clouds.map(({ name, series }) => [name, series]))
  const circles = places.flatMap((place) => {
    if (!place.position) return []
    const [x, y] = drawnAt(place.position)
    return [{ ...place, label: place.name, x: x * SCALE, y: y * SCALE }]
  })
  const sides = labelSides(circles, PICTURE.width)
  const content = [
    `<rect width="100%" height="100%" fill="${theme.surface}"/>`,
    `<text x="12" y="22" fill="${theme.text}" font-weight="600">${svgText(title)}</text>`,
    `<svg y="32" width="${PICTURE.width}" height="${PICTURE.map}" viewBox="0 0 ${DRAWN.width} ${DRAWN.height}">`,
    `<path d="${drawnGraticule(GRATICULE)}" fill="none" stroke="${theme.grid}" stroke-width=".3"/>`,
    `<path d="${drawnPath(land.geometry.coordinates)}" fill="${theme.land}" stroke="${theme.coast}" stroke-width=".3"/>`,
    '</svg><g transform="translate(0 32)">',
    ...circles.map((circle) => {
      const { id, name, cloud, x, y, radiusPx } = circle
      const color = colorOf(seriesOf.get(cloud) ?? 0)
      const side = sides.get(id)
      const from = side === 'left' ? x - radiusPx - 4 : x + radiusPx + 4
      return [
        `<circle cx="${x}" cy="${y}" r="${radiusPx}" fill="${color}" fill-opacity=".2" stroke="${color}" stroke-width="1.5"/>`,
        isFailing(circle)
          ? `<rect x="${x + radiusPx - 6}" y="${y - radiusPx - 3}" width="8" height="8" fill="${theme.fail}"/>`
          : '',
        side
          ? `<text x="${from}" y="${y + 4}" fill="${theme.text}" ${side === 'left' ? 'text-anchor="end"' : ''}>${svgText(name)}</text>`
          : '',
      ].join('')
    }),
    '</g>',
    ...clouds.map(
      ({ name, series }, index) =>
        `<circle cx="${18 + index * ENTRY_PX}" cy="${LEGEND_Y}" r="6" fill="${colorOf(series)}" fill-opacity=".2" stroke="${colorOf(series)}"/><text x="${30 + index * ENTRY_PX}" y="${LEGEND_Y + 4}" fill="${theme.text}">${svgText(name || 'Unknown provider')}</text>`,
    ),
  ]
  return svgOf(PICTURE.width, PICTURE.height, content.join(''))
}
