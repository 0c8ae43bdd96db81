import { useState } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { kindsRunBy } from '../../domain/agents/capabilities.ts'
import { countryName, flagOf } from '../../domain/agents/countries.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { usePoll } from '../core/use-poll.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Act } from '../parts/act/Act.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import { AgentLag, AgentState, AgentVersion, boundWords, ClockOffset } from './agent-words.tsx'
import { LocationForm } from './LocationForm.tsx'

/** Agents report no more often than this, unless something happens. */
const POLL_MS = 5_000

type Agent = AnswerOf<ProductContract['agent.read']>

const rotationWords = {
  asked: 'A new key is handed over when it next asks for work',
  overlap: 'Both keys are valid until it uses the new one',
}

const Running = ({ agent }: { agent: Agent }) => (
  <Card title="Runs that it has now" sub={formats.count(agent.job_count)}>
    {agent.jobs.length === 0 ? (
      <p className="muted">Nothing is leased to it.</p>
    ) : (
      <KeyValues
        items={agent.jobs.map(({ result_id, monitor, due }) => ({
          name: monitor?.name ?? 'A monitor of another project',
          value: (
            <>
              due <Time at={due} />
              {monitor && (
                <>
                  {' · '}
                  <Go to="result" params={{ resultId: result_id }}>
                    result
                  </Go>
                </>
              )}
            </>
          ),
        }))}
      />
    )}
    {agent.job_count > agent.jobs.length && <p className="muted">The first {agent.jobs.length} are shown.</p>}
  </Card>
)

const Program = ({ agent }: { agent: Agent }) => (
  <Card title="Program">
    <KeyValues
      items={[
        { name: 'Version', value: <AgentVersion agent={agent} /> },
        { name: 'Can run', value: <Tags names={kindsRunBy(agent.capabilities)} /> },
        { name: 'Concurrency', value: agent.concurrency === null ? null : formats.count(agent.concurrency) },
        {
          name: 'Running, waiting',
          value: agent.running === null ? null : `${formats.count(agent.running)}, ${formats.count(agent.waiting)}`,
        },
        { name: 'Lag', value: <AgentLag agent={agent} /> },
        { name: 'Clock', value: <ClockOffset agent={agent} /> },
        { name: 'Last seen', value: <Time at={agent.last_seen} /> },
        { name: 'Joined', value: <Time at={agent.created} /> },
        { name: 'Key replaced', value: agent.key_changed && <Time at={agent.key_changed} /> },
        { name: 'Address', value: agent.remote_addr, mono: true },
        { name: 'Owner', value: agent.owner },
        { name: 'Id', value: agent.id, mono: true },
      ]}
    />
    {agent.browser_sandbox === false && (
      <Notice kind="warning" title="The browser runs without its sandbox">
        The system permits Chromium no user namespaces, so a page that breaks out of it has the account of the agent’s
        browser. Allow unprivileged user namespaces, or run browser tests only of pages that you trust.
      </Notice>
    )}
    {!agent.capabilities.includes('browser') && (
      <p className="muted">
        It runs no browser tests. Install a browser beside it and start it again:{' '}
        <code>npm install playwright-core && npx playwright-core install --with-deps chromium</code>
      </p>
    )}
  </Card>
)

const Place = ({ agent, onChange }: { agent: Agent; onChange: () => void }) => {
  const { place } = agent
  return (
    <Card
      title="Location"
      sub={agent.short_name}
      actions={
        agent.may_manage && (
          <FormButton label="Change location" icon="edit" kind="ghost" size="small" iconOnly onPress={onChange} />
        )
      }
    >
      <KeyValues
        items={[
          { name: 'Name', value: agent.name },
          { name: 'Provider', value: place.cloud },
          { name: 'Region', value: place.region },
          { name: 'City', value: place.city },
          { name: 'Country', value: place.country && `${flagOf(place.country)} ${countryName(place.country)}` },
          { name: 'Coordinates', value: place.location?.join(', ') },
          { name: 'Runs monitors of', value: boundWords(agent.bound_to) },
          { name: 'Location id', value: agent.location_id, mono: true },
        ]}
      />
    </Card>
  )
}

const AgentDetail = ({ agent }: { agent: Agent }) => {
  const [editing, setEditing] = useState(false)
  useTitle(`Agent at ${agent.name}`)
  const { rotation } = agent
  return (
    <>
      <PageHead
        title={`Agent at ${agent.name}`}
        badge={<AgentState agent={agent} look="soft" />}
        lead={agent.short_name === agent.name ? agent.location_id : agent.short_name}
        actions={
          agent.may_manage &&
          agent.revoked === null && (
            <>
              <Act command="agent.rotate" args={{ agent: agent.id }} icon="key" />
              <Act command="agent.revoke" args={{ agent: agent.id }} icon="trash" />
            </>
          )
        }
      />
      {rotation !== 'none' && agent.revoked === null && (
        <Notice kind="info" title="Its key is being replaced">
          {rotationWords[rotation]}.
        </Notice>
      )}
      {editing && <LocationForm agent={agent} onDone={() => setEditing(false)} />}
      <div className="two">
        <Program agent={agent} />
        <Place agent={agent} onChange={() => setEditing(true)} />
      </div>
      <Running agent={agent} />
    </>
  )
}

/** One agent: its program, its location, and what it runs now. */
const AgentScreen = () => {
  const { agentId = '' } = useCurrentRoute().params
  const reading = useResource('agent.read', { params: { id: agentId } })
  usePoll(true, reading.refetch, POLL_MS)
  return (
    <Loaded of={reading} label="Agent">
      {(agent) => <AgentDetail agent={agent} />}
    </Loaded>
  )
}

export default AgentScreen
