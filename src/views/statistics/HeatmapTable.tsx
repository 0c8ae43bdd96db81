import { LinkTo } from '../parts/act/Go.tsx'
import type { LinkTarget } from '../parts/act/links.ts'
import { Table } from '../parts/table/Table.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './charts.module.css'
import type { HeatCell, HeatColumn, HeatForm } from './heatmap-cells.ts'
import { bucketWords } from './histogram-figure.ts'

const MOST_ROWS = 500

type HeatmapTableProps = {
  readonly cells: readonly HeatCell[]
  /** The results of a column; null where a list cannot show them. */
  readonly resultsOf: (column: HeatColumn) => LinkTarget | null
  readonly form: HeatForm
}

/** Cells of a heat map with responses. */
export const HeatmapTable = ({ cells, resultsOf, form }: HeatmapTableProps) => (
  <>
    <Table
      label="Latency heatmap"
      dense
      rows={cells.slice(0, MOST_ROWS)}
      rowId={({ column, bucket }) => `${column.hour} ${bucket.from_ms}`}
      rowName={({ column, bucket }) => `${column.name}, ${bucketWords(bucket)}`}
      columns={[
        {
          id: 'time',
          head: form === 'cumulative' ? 'Hour of the day' : 'Time, UTC',
          cell: ({ column }) => {
            const results = resultsOf(column)
            return results ? (
              <LinkTo {...results} className="strong">
                {column.name}
              </LinkTo>
            ) : (
              column.name
            )
          },
        },
        { id: 'latency', head: 'Latency', names: true, cell: ({ bucket }) => bucketWords(bucket) },
        { id: 'responses', head: 'Responses', align: 'end', cell: ({ count }) => formats.count(count) },
      ]}
    />
    {cells.length > MOST_ROWS && (
      <p className={classes.nothing}>
        {`The first ${formats.count(MOST_ROWS)} of ${formats.count(cells.length)} rows. The CSV file has all of them.`}
      </p>
    )}
  </>
)
