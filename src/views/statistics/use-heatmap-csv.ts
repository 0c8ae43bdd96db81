import { useCallback } from 'react'
import { commaSeparated, rounded } from '../../domain/core/comma-separated.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useWorld } from '../core/use-world.ts'
import type { heatCells } from './heatmap-cells.ts'

type Csv = {
  readonly cells: ReturnType<typeof heatCells>
  readonly form: 'sequential' | 'cumulative'
  /** Name of the file, without extension. */
  readonly fileName: string
}

/** The download commands of a heat map. */
export const HEATMAP_DOWNLOADS = [
  { command: 'chart.download', args: { chart: 'heatmap', format: 'png' }, label: 'Picture (PNG)' },
  { command: 'chart.download', args: { chart: 'heatmap', format: 'csv' }, label: 'Figures (CSV)' },
]

/** Downloads the cells of a heat map as CSV when the command asks for it. */
export const useHeatmapCsv = ({ cells, form, fileName }: Csv): void => {
  const world = useWorld()
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        const isMeant = chart === null || chart === undefined || chart === 'heatmap'
        if (type !== 'DOWNLOAD' || format !== 'csv' || !isMeant) return
        const lines = cells.map(({ column, bucket: { from_ms, to_ms }, count }) => [
          column.hour,
          rounded(from_ms, 3),
          rounded(to_ms, 3),
          count,
        ])
        const head = [form === 'cumulative' ? 'hour_of_day' : 'time', 'above_ms', 'up_to_ms', 'responses']
        world.download(`${fileName}.csv`, 'text/csv', commaSeparated([head, ...lines]))
      },
      [world, fileName, cells, form],
    ),
  )
}
