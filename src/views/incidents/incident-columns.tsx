import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Named } from '../parts/text/Named.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import { Duration } from './Duration.tsx'
import type { Incident } from './incident-list.ts'
import { impactWords } from './incident-words.ts'
import { StateBadge } from './StateBadge.tsx'

const affectedWords = ({ monitors, monitor_count: count }: Incident): string => {
  const shown = monitors.slice(0, 2).map(({ name }) => name)
  const more = count - shown.length
  if (count === 0) return 'No monitors'
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

/** Columns of the list of incidents. */
export const incidentColumns: readonly Column<Incident>[] = [
  { id: 'state', head: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'title',
    head: 'Incident',
    names: true,
    grows: true,
    cell: (incident) => (
      <Named below={<span className="trunc">{affectedWords(incident)}</span>}>
        <Go to="incident" params={{ incidentId: incident.id }}>
          {incident.title}
        </Go>
      </Named>
    ),
  },
  { id: 'impact', head: 'Impact', hide: 's', cell: ({ impact }) => impactWords[impact] },
  {
    id: 'public',
    head: 'Public',
    hide: 'm',
    cell: ({ published }) => (published ? <Tags names={['public']} /> : <span className="muted">—</span>),
  },
  {
    id: 'begun',
    head: 'Began',
    align: 'end',
    hide: 's',
    cell: ({ begun }) => (
      <span className="sec">
        <Time at={begun} />
      </span>
    ),
  },
  { id: 'lasted', head: 'Lasted', align: 'end', cell: (incident) => <Duration of={incident} /> },
]
