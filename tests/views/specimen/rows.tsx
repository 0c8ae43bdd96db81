import { Go } from '../../../src/views/parts/act/Go.tsx'
import { Score } from '../../../src/views/parts/chart/Score.tsx'
import { Sparkline } from '../../../src/views/parts/chart/Sparkline.tsx'
import type { Column } from '../../../src/views/parts/table/table-column.ts'
import { Badge } from '../../../src/views/parts/text/Badge.tsx'
import type { Category } from '../../../src/views/parts/text/category.ts'
import { formats } from '../../../src/views/parts/text/format.ts'
import { Named } from '../../../src/views/parts/text/Named.tsx'
import { Method, Tags } from '../../../src/views/parts/text/Tag.tsx'

export type Row = { id: string; name: string; category: Category; score: number; medianMs: number }

const categories: readonly Category[] = ['FAIL', 'WARNING', 'SLOW', 'PASS', 'PASS', 'QUEUED', 'SKIPPED']
const names = [
  'Tax lookup (SOAP)',
  'Checkout · capture payment',
  'Invoice PDF render',
  'Storefront home',
  'Webhook echo',
]

/** So many monitors, always the same. */
export const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `m${place}`,
    name: `${names[place % names.length]} ${place + 1}`,
    category: categories[place % categories.length] ?? 'PASS',
    score: 2.41 + (place % 8),
    medianMs: 41 + ((place * 137) % 5000),
  }))

/** The columns of a list of monitors. */
export const columns: readonly Column<Row>[] = [
  { id: 'result', head: 'Result', slim: true, cell: ({ category }) => <Badge category={category} /> },
  {
    id: 'name',
    head: 'Monitor',
    names: true,
    grows: true,
    sorting: { command: 'monitor.sort', args: { by: 'name' } },
    cell: ({ id, name }) => (
      <Named
        below={
          <>
            <Method name="POST" />
            <code>api.harbourline.example/v2/orders/{'{{ ORDER }}'}/lines</code>
          </>
        }
      >
        <Go to="monitor" params={{ callId: id }}>
          {name}
        </Go>
      </Named>
    ),
  },
  { id: 'tags', head: 'Tags', hide: 'm', cell: () => <Tags names={['checkout', 'critical']} /> },
  {
    id: 'spark',
    head: 'Last 24 h',
    hide: 't',
    cell: ({ medianMs }) => <Sparkline values={[3, 4, 3, 6, medianMs / 500, 4, 3, 5]} failed={[4]} />,
  },
  {
    id: 'median',
    head: 'Median, ms',
    align: 'end',
    sorting: { command: 'monitor.sort', args: { by: 'median' } },
    cell: ({ medianMs }) => formats.milliseconds(medianMs),
  },
  {
    id: 'score',
    head: 'Score',
    hide: 't',
    sorting: { command: 'monitor.sort', args: { by: 'score' } },
    cell: ({ score }) => <Score score={score} trend="up" />,
  },
]
