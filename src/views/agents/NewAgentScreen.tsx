import { useState } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { downloadLines, installLines, startLine, systemdUnit } from '../../domain/agents/start-lines.ts'
import { useTitle } from '../core/use-current-route.ts'
import { usePoll } from '../core/use-poll.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { CopyLines } from '../kit/detail/CopyLines.tsx'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { ShortForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { SettingsHead } from '../kit/settings/SettingsHead.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { bindingOf, boundOptions } from './bound-choice.ts'
import { newAgentForm } from './new-agent-form.ts'

type Program = AnswerOf<ProductContract['agent.program']>
/** `since`: when the token was created (ISO 8601). */
type Made = { readonly location: string; readonly token: string; readonly since: string }

/** A live event says that an agent joined; where no project is open there are none. */
const POLL_MS = 3_000

const NewAgentForm = ({ onMade }: { onMade: (made: Made) => void }) => {
  const world = useWorld()
  const options = boundOptions(world)
  const form = useDialogForm({
    table: newAgentForm,
    base: { ...newAgentForm.blank, bound: world.site.admin ? 'all' : (options[0]?.value ?? '') },
    async send({ location, bound, expires }) {
      const { secret, created } = await world.call('agent-token.create', {
        body: { name: location, bound_to: bindingOf(bound), expires_days: expires === '' ? null : Number(expires) },
      })
      onMade({ location, token: secret, since: created })
    },
  })
  return (
    <Card title="A join token">
      <ShortForm
        form={form}
        title="New agent"
        failed="The join token was not created"
        sending="agent-token.create"
        cancel={<Go to="agents">Cancel</Go>}
      >
        <FormField form={form} name="location" />
        <div className="two">
          <FormField form={form} name="bound" options={options} />
          <FormField form={form} name="expires" />
        </div>
      </ShortForm>
    </Card>
  )
}

/** Says that the agent has joined, as soon as it has. */
const Joined = ({ location, since }: Pick<Made, 'location' | 'since'>) => {
  const { data, refetch } = useResource('agent.fleet', {})
  usePoll(true, refetch, POLL_MS)
  const joined = data?.data.find(({ location_id, created }) => location_id === location && created >= since)
  return (
    <div role="status">
      {joined ? (
        <Notice
          kind="info"
          title={`An agent joined at ${location}`}
          actions={
            <Go to="agent" params={{ agentId: joined.id }} kind="primary" size="small">
              Open agent
            </Go>
          }
        >
          It runs monitors from now on.
        </Notice>
      ) : (
        <Notice kind="info" title="Waiting for the agent">
          Run the lines below on its machine. This page says when it has joined.
        </Notice>
      )}
    </div>
  )
}

const Instructions = ({ made, program }: { made: Made; program: Program }) => {
  const facts = { url: program.server_url, name: made.location, token: made.token }
  return (
    <>
      <Notice kind="warning" title="These lines contain the join token">
        Copy them now: the token is not shown again. An agent needs it once; then it has a key of its own.
      </Notice>
      <Joined location={made.location} since={made.since} />
      {program.program && (
        <CopyLines
          title="Download"
          sub="Node.js 20.20 or newer"
          text={downloadLines(facts.url, program.program.sha256)}
        />
      )}
      <CopyLines title="Start by hand" text={startLine(facts)} />
      <CopyLines title="Or install as a service" sub="files" text={installLines(made.token)} />
      <CopyLines title="Unit" sub="/etc/systemd/system/sonde-agent.service" text={systemdUnit(facts)} />
      <CopyLines
        title="Start the service"
        text="sudo systemctl daemon-reload && sudo systemctl enable --now sonde-agent"
      />
    </>
  )
}

/** Gives the lines that start an agent on another machine. */
const NewAgentScreen = () => {
  const [made, setMade] = useState<Made | null>(null)
  const program = useResource('agent.program', {})
  useTitle()
  return (
    <>
      <SettingsHead title="New agent" lead="One file that runs on any machine with Node.js and reaches this server." />
      <Loaded of={program}>
        {(known) => (
          <>
            {known.program === null && (
              <Notice kind="warning" title="The agent’s program has not been built">
                Run <code>npm run build</code> on the server and restart it.
              </Notice>
            )}
            {made ? <Instructions made={made} program={known} /> : <NewAgentForm onMade={setMade} />}
          </>
        )}
      </Loaded>
    </>
  )
}

export default NewAgentScreen
