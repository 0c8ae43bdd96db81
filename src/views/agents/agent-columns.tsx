import { kindsRunBy } from '../../domain/agents/capabilities.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import { AgentLag, type AgentRow, AgentState, AgentVersion, ClockOffset } from './agent-words.tsx'

/** Columns of the list of agents. */
export const agentColumns: readonly Column<AgentRow>[] = [
  { id: 'state', head: 'State', slim: true, cell: (agent) => <AgentState agent={agent} /> },
  {
    id: 'name',
    head: 'Agent',
    names: true,
    grows: true,
    cell: ({ id, name, short_name, location_id }) => (
      <Named below={short_name === name ? location_id : `${short_name} · ${location_id}`}>
        <Go to="agent" params={{ agentId: id }}>
          {name}
        </Go>
      </Named>
    ),
  },
  { id: 'version', head: 'Version', hide: 't', cell: (agent) => <AgentVersion agent={agent} /> },
  {
    id: 'capabilities',
    head: 'Can run',
    hide: 'm',
    cell: ({ capabilities }) => <Tags names={kindsRunBy(capabilities)} />,
  },
  {
    id: 'running',
    head: 'Running',
    align: 'end',
    hide: 's',
    cell: ({ running, concurrency }) =>
      running === null ? (
        <span className="muted">—</span>
      ) : (
        `${formats.count(running)} of ${formats.count(concurrency)}`
      ),
  },
  { id: 'lag', head: 'Lag', align: 'end', cell: (agent) => <AgentLag agent={agent} /> },
  { id: 'clock', head: 'Clock', align: 'end', hide: 'm', cell: (agent) => <ClockOffset agent={agent} /> },
  { id: 'seen', head: 'Last seen', align: 'end', hide: 's', cell: ({ last_seen }) => <Time at={last_seen} /> },
]
