import { useLocationName } from '../agents/use-location-name.ts'
import { Go } from '../parts/act/Go.tsx'
import { Count, PassRate } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import type { InsightsReport } from './report.ts'

type Part = InsightsReport['locations'][number] & { readonly kind: 'Location' | 'Cloud' | 'Region' }

/** Figures by location, and by cloud and region where there are several. */
export const PartTable = ({ callId, report }: { callId: string; report: InsightsReport }) => {
  const locationName = useLocationName()
  const { clouds, regions, start, end } = report
  const search = { range: 'custom', from: start.slice(0, 10), to: end.slice(0, 10) }
  const nameOf = ({ id, kind }: Part) =>
    kind === 'Location' ? locationName(id) : id || `Unknown ${kind.toLowerCase()}`
  const rows: Part[] = [
    ...report.locations.map((part) => ({ ...part, kind: 'Location' as const })),
    ...(clouds.length > 1 ? clouds.map((part) => ({ ...part, kind: 'Cloud' as const })) : []),
    ...(regions.length > 1 ? regions.map((part) => ({ ...part, kind: 'Region' as const })) : []),
  ]
  const columns: readonly Column<Part>[] = [
    {
      id: 'name',
      head: 'Where',
      names: true,
      grows: true,
      cell: (part) =>
        part.kind === 'Location' ? (
          <Go to="monitor-latency" params={{ callId }} search={{ ...search, location: part.id }} className="strong">
            {nameOf(part)}
          </Go>
        ) : (
          <span className="strong">{nameOf(part)}</span>
        ),
    },
    { id: 'kind', head: 'Kind', hide: 's', cell: ({ kind }) => <span className="sec">{kind}</span> },
    { id: 'runs', head: 'Runs', align: 'end', hide: 's', cell: ({ count }) => <Count value={count} /> },
    { id: 'rate', head: 'Pass rate', align: 'end', cell: ({ pass_rate: share }) => <PassRate share={share} /> },
    { id: 'median', head: 'Median, ms', align: 'end', cell: ({ median }) => formats.milliseconds(median) },
    { id: 'p95', head: 'p95, ms', align: 'end', hide: 't', cell: ({ p95 }) => formats.milliseconds(p95) },
    { id: 'outliers', head: 'Outliers', align: 'end', hide: 's', cell: ({ outliers }) => <Count value={outliers} /> },
  ]
  return (
    <Card title="By location" flush>
      <Table
        label="Figures by location"
        dense
        rows={rows}
        rowId={({ kind, id }) => `${kind} ${id}`}
        rowName={nameOf}
        columns={columns}
      />
    </Card>
  )
}
