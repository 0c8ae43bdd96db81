import { useCallback } from 'react'
import { useScreenEvents } from '../../core/screen-machines.ts'
import { useWorld } from '../../core/use-world.ts'

/** Lets the command `list.export` download the rows that a list shows. */
export const useCsvExport = <Row>(file: string, rows: readonly Row[], csv: (rows: readonly Row[]) => string): void => {
  const world = useWorld()
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'EXPORT') world.download(file, 'text/csv', csv(rows))
      },
      [world, file, rows, csv],
    ),
  )
}
