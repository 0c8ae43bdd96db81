import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useMachine } from '../core/machines-of.ts'
import { useArrival } from '../core/use-arrival.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { Front } from '../kit/front/Front.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Go, Out } from '../parts/act/Go.tsx'
import { TooltipLayer } from '../parts/overlay/Tooltip.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { Duration } from './Duration.tsx'
import { impactWords, stateCategory, stateWords } from './incident-words.ts'
import classes from './incidents.module.css'
import { StateBadge } from './StateBadge.tsx'

type Report = AnswerOf<ProductContract['incident.public']>

const Affected = ({ affected }: Pick<Report, 'affected'>) => (
  <Card title="Affected" flush>
    <ul className={classes.list}>
      {affected.map(({ name, since, until }) => (
        <li key={`${name} ${since}`} className={classes.item}>
          <Badge
            category={until === null ? 'FAIL' : 'PASS'}
            word={until === null ? 'Affected' : 'Recovered'}
            look="plain"
          />
          <span className={classes.words}>
            <span>{name}</span>
            <small className="muted">
              {until === null ? 'since ' : 'recovered '}
              <Time at={until ?? since} />
            </small>
          </span>
        </li>
      ))}
    </ul>
  </Card>
)

const Updates = ({ updates }: Pick<Report, 'updates'>) => (
  <Card title="Updates" flush>
    {updates.length === 0 ? (
      <p className={classes.none}>No update yet.</p>
    ) : (
      <ul className={classes.list}>
        {updates.map(({ id, time, status, text }) => (
          <li key={id} className={classes.item}>
            <span className={classes.became}>
              <Badge category={stateCategory(status)} word={stateWords[status]} look="plain" />
            </span>
            <div className={classes.words}>
              <p className={classes.text}>{text}</p>
              <div className={classes.about}>
                <Time at={time} as="full" />
              </div>
            </div>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

const Body = ({ report }: { report: Report }) => {
  // Signed out, there is no project machine.
  const signedIn = useMachine('project', (snapshot) => snapshot?.context.account != null) === true
  const { id, title, status, severity, started, ended, cause, affected, updates, status_page: page } = report
  return (
    <main className={classes.public} id="main" tabIndex={-1}>
      <PageHead
        title={title}
        badge={<StateBadge state={status} look="soft" />}
        lead="Incident report"
        actions={
          <>
            {page && <Out href={page.url}>{page.title}</Out>}
            {signedIn && (
              <Go to="incident" params={{ incidentId: id }} kind="secondary">
                Open in the project
              </Go>
            )}
          </>
        }
      />
      <Card label="Summary">
        <KeyValues
          items={[
            { name: 'Impact', value: impactWords[severity] },
            { name: 'Began', value: <Time at={started} as="full" /> },
            { name: 'Ended', value: ended === null ? 'Not yet' : <Time at={ended} as="full" /> },
            { name: 'Lasted', value: <Duration of={{ begun: started, ended }} /> },
            ...(cause === null ? [] : [{ name: 'Cause', value: <span className={classes.text}>{cause}</span> }]),
          ]}
        />
      </Card>
      <Updates updates={updates} />
      {affected.length > 0 && <Affected affected={affected} />}
      <TooltipLayer />
    </main>
  )
}

/** The public report of an incident, usable without a sign-in. */
const PublicIncidentScreen = () => {
  const { incidentId = '' } = useCurrentRoute().params
  const { data, error, status, refetch } = useResource('incident.public', { params: { id: incidentId } })
  const isSlow = useSlow(status === 'pending' && !data)
  useTitle(data?.title)
  useArrival()
  if (data) return <Body report={data} />
  if (error)
    return error.status === 404 ? (
      <Front
        title="There is no such report"
        lead="The address is incomplete, or the incident is not public. Ask the person who gave it to you."
      >
        {null}
      </Front>
    ) : (
      <Front title="This report did not load" lead={error.message}>
        <FormButton label="Try again" icon="reload" kind="primary" onPress={refetch} />
      </Front>
    )
  return isSlow ? <Loading label="Incident report" /> : null
}

export default PublicIncidentScreen
