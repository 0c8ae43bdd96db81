import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './browser.module.css'
import type { BrowserEvidence } from './full-result.ts'

type Resource = BrowserEvidence['resources'][number]

/** The last part of an address, which tells files apart. */
const shortName = (address: string): string => {
  try {
    const { pathname, host } = new URL(address)
    return pathname.split('/').findLast((part) => part !== '') ?? host
  } catch {
    return address
  }
}

const isFailed = ({ status, failure }: Resource): boolean => failure !== undefined || (status ?? 0) >= 400

const Bar = ({ resource, wholeMs }: { resource: Resource; wholeMs: number }) => {
  const start = wholeMs > 0 ? resource.start / wholeMs : 0
  const share = wholeMs > 0 ? resource.duration / wholeMs : 0
  return (
    <span className={classes.track} aria-hidden="true">
      <i
        data-failed={isFailed(resource) || undefined}
        style={{
          insetInlineStart: `min(${start * 100}%, 100% - 3px)`,
          inlineSize: `max(3px, ${Math.min(share, 1 - start) * 100}%)`,
        }}
      />
    </span>
  )
}

/** Files that the page loaded, as a table whose last column is the waterfall. */
export const ResourcesCard = ({ browser }: { browser: BrowserEvidence }) => {
  const { resources, resources_left: left } = browser
  const wholeMs = Math.max(0, ...resources.map(({ start, duration }) => start + duration))
  const failed = resources.filter(isFailed).length
  const bytes = resources.reduce((sum, { size }) => sum + (size ?? 0), 0)
  if (resources.length === 0)
    return (
      <Card title="Resources">
        <p className="muted">The page loaded no files.</p>
      </Card>
    )
  return (
    <Card
      title="Resources"
      sub={`${formats.count(resources.length + left)}, ${formats.bytes(bytes)}, ${failed === 0 ? 'none failed' : `${failed} failed`}`}
      flush
    >
      <Table
        label="Resources"
        dense
        rows={resources.map((resource, index) => ({ ...resource, place: index }))}
        rowId={({ place }) => String(place)}
        rowName={({ url }) => url}
        columns={[
          {
            id: 'url',
            head: 'File',
            names: true,
            grows: true,
            cell: (row) => (
              <span className={classes.file} data-tip={row.failure ? `${row.url}: ${row.failure}` : row.url}>
                {shortName(row.url)}
                {!row.first_party && <small className="muted"> other site</small>}
              </span>
            ),
          },
          { id: 'type', head: 'Type', hide: 't', cell: ({ type }) => <span className="sec">{type}</span> },
          {
            id: 'status',
            head: 'Status',
            align: 'end',
            cell: (row) =>
              isFailed(row) ? <strong className={classes.bad}>{row.status ?? 'failed'}</strong> : (row.status ?? '—'),
          },
          { id: 'size', head: 'Size', align: 'end', hide: 's', cell: ({ size }) => formats.bytes(size) },
          { id: 'start', head: 'Start, ms', align: 'end', hide: 't', cell: ({ start }) => formats.milliseconds(start) },
          {
            id: 'duration',
            head: 'Time, ms',
            align: 'end',
            cell: ({ duration }) => formats.milliseconds(duration),
          },
          {
            id: 'bar',
            head: `0 to ${formats.latency(wholeMs)}`,
            hide: 's',
            className: classes.bar,
            cell: (row) => <Bar resource={row} wholeMs={wholeMs} />,
          },
        ]}
      />
      {left > 0 && <p className={classes.more}>{formats.count(left)} more files are not kept.</p>}
    </Card>
  )
}
