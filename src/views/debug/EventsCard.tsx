import { wordsOf } from '../../../machines/chart/transitions.ts'
import { useSearchParam } from '../core/use-current-route.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { SegmentedLinks } from '../parts/form/Segmented.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './DebugScreen.module.css'
import type { RecordedStep, Recording } from './recorded.ts'
import { type Selection, stepAddress } from './selection.ts'
import { stateWords } from './state-words.ts'
import { clockTime, eventWords } from './TravelBar.tsx'

/** Rows drawn: enough to look back, few enough to render on every event. */
const MOST = 100

/** A row of the log. */
type Row = { readonly step: RecordedStep; readonly actor: string; readonly address: string }

/** The steps that the log lists, newest first: those of one machine or all, and those with the typed words. */
export const listedSteps = (
  { steps, actors }: Recording,
  actorId: string | null,
  { only, filter = '' }: Readonly<Record<string, string | undefined>>,
): readonly RecordedStep[] => {
  const names = new Map(actors.map(({ id, name }) => [id, name]))
  const wanted = filter.trim().toLowerCase()
  return steps.filter(
    (step) =>
      (only !== 'chosen' || step.actorId === actorId) &&
      (wanted === '' || textOf(step, names.get(step.actorId)).includes(wanted)),
  )
}

const textOf = ({ event: { type }, before, value }: RecordedStep, actor = ''): string =>
  `${actor} ${type} ${wordsOf(type)} ${stateWords(before)} ${stateWords(value)}`.toLowerCase()

/** The rows that are drawn: the newest, or those around the selected one. */
const drawnFrom = (steps: readonly RecordedStep[], chosen: RecordedStep | null): number => {
  const place = chosen ? steps.indexOf(chosen) : 0
  return place < MOST ? 0 : Math.min(place - MOST / 2, steps.length - MOST)
}

type EventsCardProps = {
  recording: Recording
  selection: Selection
  listed: readonly RecordedStep[]
  search: Readonly<Record<string, string>>
}

/** Events of machines, newest first. Each is a link to the moment after it. */
export const EventsCard = ({ recording, selection, listed, search }: EventsCardProps) => {
  const [filter, setFilter] = useSearchParam('filter')
  const { only, ...rest } = search
  const wide = only === undefined ? rest : { ...rest, only }
  const names = new Map(recording.actors.map(({ id, name }) => [id, name]))
  const from = drawnFrom(listed, selection.step)
  const rows = listed
    .slice(from, from + MOST)
    .map((step): Row => ({ step, actor: names.get(step.actorId) ?? '', address: stepAddress(recording, step) }))
  const letGo = recording.count - recording.steps.length
  return (
    <Card
      title="Events"
      sub={`newest first, ${placeWords(from, rows.length)} of ${formats.count(listed.length)}`}
      flush
      actions={
        <>
          <span className="hide-s">
            <SearchInput value={filter} onValue={setFilter} label="Filter events" />
          </span>
          <SegmentedLinks
            label="Whose events"
            places={[
              { to: 'debug', search: rest, label: 'All', current: only !== 'chosen' },
              { to: 'debug', search: { ...rest, only: 'chosen' }, label: 'This machine', current: only === 'chosen' },
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
      {rows.length === 0 ? (
        <p className={classes.none}>
          {filter.trim() === '' ? 'No event yet.' : 'No event matches the filter. Clear it to see all events.'}
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <section className={classes.frame} tabIndex={0} aria-label="Events, newest first">
          <Table
            label="Events"
            dense
            columns={columnsWith(wide)}
            rows={rows}
            rowId={idOf}
            rowName={nameOf}
            cursor={selection.step && String(selection.step.number)}
            pointing={({ step: { number } }) => ({ command: 'debug.step', args: { number } })}
            className={classes.log}
          />
        </section>
      )}
      {letGo > 0 && (
        <p className={classes.none}>
          {formats.count(letGo)} older events of {formats.count(recording.count)} were let go to save memory. Coverage
          counts them.
        </p>
      )}
    </Card>
  )
}

const placeWords = (from: number, length: number): string =>
  from === 0 ? formats.count(length) : `${formats.count(from + 1)} to ${formats.count(from + length)}`

const idOf = ({ step: { number } }: Row): string => String(number)
const nameOf = ({ step, actor }: Row): string => `${eventWords(step)} of ${actor}`

/** Duration, for the end of an effect or a delay; null for other events, where the time between two events means nothing. */
const endsSomething = (event: string): boolean => /^xstate\.(done|error|after)\./.test(event)

const columnsWith = (search: Readonly<Record<string, string>>): readonly Column<Row>[] => [
  { id: 'number', head: 'No.', align: 'end', hide: 's', cell: ({ step }) => formats.count(step.number) },
  { id: 'time', head: 'Time', cell: ({ step }) => <span className="muted">{clockTime(step.time)}</span> },
  { id: 'actor', head: 'Machine', cell: ({ actor }) => <span className={`trunc ${classes.who}`}>{actor}</span> },
  {
    id: 'event',
    head: 'Event',
    grows: true,
    names: true,
    cell: ({ step, address }) => (
      <Go to="debug" search={{ ...search, step: address }} replaces className="trunc" current="never">
        {eventWords(step)}
      </Go>
    ),
  },
  {
    id: 'transition',
    head: 'Transition',
    hide: 's',
    cell: ({ step: { before, value } }) =>
      stateWords(before) === stateWords(value) ? (
        <span className="muted">{stateWords(value)}</span>
      ) : (
        <>
          {stateWords(before)} <span className="muted">→</span> {stateWords(value)}
        </>
      ),
  },
  {
    id: 'took',
    head: 'Took',
    align: 'end',
    hide: 't',
    cell: ({ step: { event, sinceMs } }) =>
      endsSomething(event.type) && sinceMs !== null ? formats.latency(sinceMs) : '',
  },
]
