import { useCallback } from 'react'
import { commaSeparated } from '../../domain/core/comma-separated.ts'
import { partCode } from '../core/part-code.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useWorld } from '../core/use-world.ts'
import { pngOf } from '../kit/chart/picture.ts'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { cloudsOf, type MapPlace, mapRows } from './map-places.ts'

/** The download commands of a map. */
export const MAP_DOWNLOADS = [
  { command: 'chart.download', args: { chart: 'map', format: 'png' }, label: 'Picture (PNG)' },
  { command: 'chart.download', args: { chart: 'map', format: 'csv' }, label: 'Figures (CSV)' },
]

type Downloads = {
  /** Name of the files, without extension. */
  readonly fileName: string
  /** Title of the picture, with its window and time zone. */
  readonly title: string
  readonly places: readonly (MapPlace & { readonly radiusPx: number })[]
  readonly percentile: string
}

/** Downloads a map as a picture or as figures when the command asks for it. */
export const useMapDownloads = ({ fileName, title, places, percentile }: Downloads): void => {
  const world = useWorld()
  const theme = useChartTheme()
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        if (type !== 'DOWNLOAD' || (typeof chart === 'string' && chart !== 'map')) return
        if (format === 'csv') {
          world.download(`${fileName}.csv`, 'text/csv', commaSeparated(mapRows(places, percentile)))
          return
        }
        const painted = async () => {
          const { mapPicture, PICTURE } = await partCode(() => import('./map-picture.ts'))
          const svg = mapPicture({ title, places, clouds: cloudsOf(places), theme })
          return pngOf(svg, PICTURE.width, PICTURE.height)
        }
        painted().then(
          (png) => world.download(`${fileName}.png`, 'image/png', png),
          () => world.tell('The picture could not be made.', { category: 'FAIL' }),
        )
      },
      [world, theme, fileName, title, places, percentile],
    ),
  )
}
