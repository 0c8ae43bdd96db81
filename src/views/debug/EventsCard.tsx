import { wordsOf } from '../../../machines/chart/transitions.ts'
import type { Recorded, Recording } from '../core/recorder.ts'
import { useSearchParam } from '../core/use-current-route.ts'
import { Act } from '../parts/act/Act.tsx'
import { SegmentedLinks } from '../parts/form/Segmented.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './DebugScreen.module.css'

/** Rows drawn: enough to look back, few enough to render on every event. */
const MOST = 100

type EventsCardProps = {
  recording: Recording
  /** Selected machine, and whether to show only its events. */
  actorId: string | null
  onlyActor: boolean
  search: Readonly<Record<string, string>>
}

/** Events of all machines, newest first. */
export const EventsCard = ({ recording, actorId, onlyActor, search }: EventsCardProps) => {
  const [filter, setFilter] = useSearchParam('filter')
  const wanted = filter.trim().toLowerCase()
  const found = recording.events.filter(
    (event) => (!onlyActor || event.actorId === actorId) && (wanted === '' || textOf(event).includes(wanted)),
  )
  const shown = found.slice(0, MOST)
  const { only: _, ...rest } = search
  return (
    <Card
      title="Events"
      sub={`newest first, ${formats.count(shown.length)} of ${formats.count(recording.count)}`}
      flush
      actions={
        <>
          <span className="hide-s">
            <SearchInput value={filter} onValue={setFilter} label="Filter events" />
          </span>
          <SegmentedLinks
            label="Whose events"
            places={[
              { to: 'debug', search: rest, label: 'All', current: !onlyActor },
              { to: 'debug', search: { ...rest, only: 'chosen' }, label: 'This machine', current: onlyActor },
            ]}
          />
          <Act
            command="debug.pause"
            size="small"
            icon={recording.paused ? 'play' : 'pause'}
            label={recording.paused ? 'Go on' : 'Pause'}
            hint
          />
        </>
      }
    >
      {shown.length === 0 ? (
        <p className={classes.none}>{recording.paused ? 'Paused.' : 'No matching event yet.'}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <section className={classes.frame} tabIndex={0} aria-label="Events, newest first">
          <Table
            label="Events"
            dense
            columns={columns}
            rows={shown}
            rowId={idOf}
            rowName={textOf}
            className={classes.log}
          />
        </section>
      )}
    </Card>
  )
}

const idOf = ({ number }: Recorded): string => String(number)
const textOf = ({ actor, event, from, to }: Recorded): string =>
  `${actor} ${event} ${wordsOf(event)} ${from} ${to}`.toLowerCase()

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

/** Duration, for the end of an effect or a delay; null for other events, where the time between two events means nothing. */
const endsSomething = (event: string): boolean => /^xstate\.(done|error|after)\./.test(event)

const columns: readonly Column<Recorded>[] = [
  { id: 'time', head: 'Time', cell: ({ time }) => <span className="muted">{clock.format(time)}</span> },
  { id: 'actor', head: 'Machine', cell: ({ actor }) => <span className={`trunc ${classes.who}`}>{actor}</span> },
  {
    id: 'event',
    head: 'Event',
    grows: true,
    names: true,
    cell: ({ event }) => <span className="trunc">{wordsOf(event).replace('xstate.', '')}</span>,
  },
  {
    id: 'transition',
    head: 'Transition',
    hide: 's',
    cell: ({ from, to }) =>
      from === to ? (
        <span className="muted">{to}</span>
      ) : (
        <>
          {from} <span className="muted">→</span> {to}
        </>
      ),
  },
  {
    id: 'took',
    head: 'Took',
    align: 'end',
    hide: 't',
    cell: ({ event, sinceMs }) => (endsSomething(event) && sinceMs !== null ? formats.latency(sinceMs) : ''),
  },
]
