import type { ReactNode } from 'react'
import { usePoll } from '../core/use-poll.ts'
import { useResource } from '../core/use-resource.ts'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { SettingsHead } from '../kit/settings/SettingsHead.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import { agentColumns } from './agent-columns.tsx'
import { agentList } from './agent-list.ts'
import { boundWords } from './agent-words.tsx'

/** Agents report their state no more often than this. */
const POLL_MS = 10_000

const head = (buttons?: ReactNode) => (
  <SettingsHead
    title={agentList.title}
    lead="Each runs monitors from its location. Several at one location share its runs."
    actions={buttons}
  />
)

/** The join tokens that a person manages; nothing where there are none. */
const JoinTokens = () => {
  const { data: tokens } = useResource('agent-token.list', {})
  return tokens?.data.map((token) => (
    <Card
      key={token.id}
      title={`Join token “${token.name}”`}
      sub={<code>{token.prefix}…</code>}
      actions={
        <Act
          command="agent-token.remove"
          args={{ token: token.id }}
          kind="ghost"
          size="small"
          icon="trash"
          iconOnly
          label={`Delete ${token.name}`}
        />
      }
    >
      <KeyValues
        items={[
          { name: 'Runs monitors of', value: boundWords(token.bound_to) },
          { name: 'Agents', value: String(token.agents) },
          { name: 'Created', value: <Time at={token.created} /> },
          { name: 'Expires', value: token.expires === null ? 'never' : <Time at={token.expires} /> },
          { name: 'Last used', value: token.last_used === null ? 'never' : <Time at={token.last_used} /> },
        ]}
      />
    </Card>
  ))
}

/** Agents, and the tokens with which they join. */
const AgentsScreen = () => {
  const listing = useListing(agentList)
  // Whether an agent is online changes without an event.
  usePoll(true, listing.refetch, POLL_MS)
  return <ListScreen listing={listing} columns={agentColumns} head={head} below={<JoinTokens />} />
}

export default AgentsScreen
