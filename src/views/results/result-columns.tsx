import { reasonWords } from '../../domain/results/reason-words.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { Result } from './full-result.ts'
import classes from './results.module.css'

const TRIGGER_WORDS = { schedule: 'Schedule', manual: 'Person', api: 'API key' } as const

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type Options = {
  /** Results of many monitors: each says which it is of. */
  readonly withMonitor: boolean
  readonly locationName: (id: string) => string
}

/** The columns of a list of results. */
export const resultColumns = ({ withMonitor, locationName }: Options): readonly Column<Result>[] => [
  {
    id: 'category',
    head: 'Result',
    slim: withMonitor,
    cell: ({ result_category }) => <Badge category={result_category} />,
  },
  {
    id: 'time',
    head: 'Time',
    names: true,
    cell: ({ id, created }) => (
      <Named>
        <Go to="result" params={{ resultId: id }}>
          <Time at={created} />
        </Go>
      </Named>
    ),
  },
  ...(withMonitor
    ? [
        {
          id: 'monitor',
          head: 'Monitor',
          grows: true,
          cell: ({ test, meta }: Result) =>
            meta && meta.call_id !== '' ? (
              <Go to="monitor" params={{ callId: meta.call_id }}>
                {test}
              </Go>
            ) : (
              test
            ),
        },
      ]
    : []),
  {
    id: 'location',
    head: 'Location',
    hide: 't',
    cell: ({ location_id }) => <span className="sec">{locationName(location_id)}</span>,
  },
  {
    id: 'code',
    head: 'Code',
    align: 'end',
    ...(withMonitor && { hide: 's' as const }),
    cell: ({ http_code }) => http_code ?? <span className="muted">—</span>,
  },
  {
    id: 'url',
    head: 'Address',
    hide: 'm',
    grows: !withMonitor,
    cell: ({ meta }) => (
      <code className={withMonitor ? `sec ${classes.address}` : 'trunc sec'} data-tip={meta?.url}>
        {meta?.url.replace(/^https?:\/\//, '') ?? '—'}
      </code>
    ),
  },
  {
    id: 'reason',
    head: 'Reason',
    hide: 'm',
    cell: ({ meta, http_code: code }) => (
      <span className="sec">
        {meta ? capital(reasonWords(meta.result, code)) : '—'}
        {meta?.in_downtime && ', in a downtime'}
      </span>
    ),
  },
  {
    id: 'total',
    head: 'Total, ms',
    align: 'end',
    // Beside the name of the monitor there is no room for it on a phone.
    ...(withMonitor && { hide: 's' as const }),
    cell: ({ result_category: category, response_time: ms }) =>
      formats.milliseconds(category === 'QUEUED' || category === 'SKIPPED' ? null : ms),
  },
  { id: 'size', head: 'Size', align: 'end', hide: 's', cell: ({ meta }) => formats.bytes(meta?.response_size) },
  {
    id: 'trigger',
    head: 'Started by',
    hide: 'm',
    cell: ({ meta }) => <span className="sec">{meta ? TRIGGER_WORDS[meta.trigger] : '—'}</span>,
  },
]
