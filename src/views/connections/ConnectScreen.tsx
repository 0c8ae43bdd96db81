import { useMemo, useState } from 'react'
import { askedIn } from '../../commands/connections/asked-connection.ts'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { Select } from '../parts/form/Select.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { MixedNames } from '../parts/text/MixedScripts.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { ConnectPage } from './ConnectPage.tsx'
import classes from './connections.module.css'

type Asking = AnswerOf<ProductContract['connection.ask']>

const ALL = 'all'
const DAYS = [
  { value: '1', label: 'tomorrow' },
  { value: '7', label: 'in a week' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
]
const READ = { value: 'read', label: 'Read only' }
const WRITE = { value: 'write', label: 'Read and write' }

/** The page that an application opens to act for the person: who asks, for what, and until when. */
const ConnectScreen = () => {
  const { search } = useCurrentRoute()
  const query = useMemo(() => askedIn(search), [search])
  // Whoever types the address comes without an application, and there is nothing to ask the server.
  const isAsked = query.client_id !== ''
  const { data, error, status, refetch } = useResource('connection.ask', isAsked ? { query } : null)
  const isSlow = useSlow(status === 'pending' && !data)
  useTitle()
  if (!isAsked)
    return (
      <ConnectPage
        title="No application asks to be connected"
        lead="An application opens this page when it wants to use Sonde for you. Start the connection there."
      >
        <Go to="connections" className={buttonClass({ kind: 'primary', wide: true })}>
          Show connected applications
        </Go>
        <Go to="collections" className={buttonClass({ kind: 'secondary', wide: true })}>
          Go to Sonde
        </Go>
      </ConnectPage>
    )
  if (data) return <Consent asking={data} />
  if (!error) return isSlow ? <Loading label="Connect an application" /> : null
  const isWrong = error.status === 400 || error.status === 422
  if (!isWrong) return <LoadError page error={error} refetch={refetch} />
  return (
    <ConnectPage title="This application cannot be connected">
      <Notice kind="fail" urgent title={error.message} />
      <p className={classes.note}>
        The request of the application is not right, so nothing was connected and nothing was sent to it. Start again
        from the application.
      </p>
      <Go to="collections" className={buttonClass({ kind: 'secondary', wide: true })}>
        Go to Sonde
      </Go>
    </ConnectPage>
  )
}
export default ConnectScreen

const Consent = ({ asking: { client, host, writes } }: { asking: Asking }) => {
  const world = useWorld()
  const account = useResource('account.read', {})
  const [project, setProject] = useState(world.project?.id ?? ALL)
  const [access, setAccess] = useState('read')
  const [days, setDays] = useState('30')
  const projects = world.entities('project')
  const args = { access, days: Number(days), ...(project !== ALL && { project }) }
  return (
    <ConnectPage title={`Connect ${client.name}?`} lead={`It asks to use Sonde as ${account.data?.email ?? 'you'}.`}>
      <Notice kind="info" title={`The answer goes to ${host}`}>
        {`The application chose its name itself. Connect it only if you started this and know ${host === 'this computer' ? 'the program' : 'that address'}.`}
      </Notice>
      <MixedNames names={[client.name]} />
      <Field
        label="Project"
        hint={project === ALL ? 'Every project that you can enter, now and later.' : 'It cannot enter another one.'}
      >
        <Select
          value={project}
          options={[
            { value: ALL, label: 'All my projects' },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValue={setProject}
        />
      </Field>
      <div className={classes.choice}>
        <span>Access</span>
        <Segmented label="Access" value={access} options={writes ? [READ, WRITE] : [READ]} onValue={setAccess} />
        <small>
          {access === 'read'
            ? 'It reads monitors, results, alerts and statistics. It changes nothing and starts no runs.'
            : 'It also creates, changes, deletes and runs what you may. The audit log shows it under your name.'}
        </small>
      </div>
      <Field label="The connection ends" hint="You can end it earlier in your profile.">
        <Select value={days} options={DAYS} onValue={setDays} />
      </Field>
      <p className={classes.note}>It never gets your password, and cannot change your account, API keys or sign-ins.</p>
      <Act command="connection.approve" args={args} kind="primary" wide hint={false} label={`Connect ${client.name}`}>
        Connect
      </Act>
      <Act command="connection.refuse" wide hint={false} />
    </ConnectPage>
  )
}
