import { useEffect } from 'react'
import { holds } from '../../domain/core/access.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Time } from '../parts/text/Time.tsx'
import { AffectedCard } from './AffectedCard.tsx'
import { Duration } from './Duration.tsx'
import { IncidentDialog, type OneIncident } from './IncidentDialog.tsx'
import { impactWords } from './incident-words.ts'
import classes from './incidents.module.css'
import { StateBadge } from './StateBadge.tsx'
import { Timeline } from './Timeline.tsx'
import { UpdateCard } from './UpdateCard.tsx'

const Head = ({ incident, mayGovern }: { incident: OneIncident; mayGovern: boolean }) => {
  const { id, title, state, ended, published } = incident
  const args = { incident: id }
  return (
    <PageHead
      title={title}
      badge={<StateBadge state={state} look="soft" />}
      lead={
        <>
          Lasted <Duration of={incident} />
          {ended === null && ' so far'}
        </>
      }
      actions={
        <>
          {published !== null && (
            <Go to="public-incident" params={{ incidentId: id }} kind="ghost">
              Public report
            </Go>
          )}
          {mayGovern && (
            <>
              <Menu
                label="More actions"
                icon="more"
                iconOnly
                items={[
                  { command: 'incident.merge', args, icon: 'import' },
                  ...(published === null
                    ? []
                    : [{ command: 'incident.unpublish', args, icon: 'lock' as const, danger: true }]),
                  'rule',
                  { command: 'incident.remove', args, icon: 'trash', danger: true },
                ]}
              />
              <Act command="incident.edit" args={args} icon="edit" />
              {published === null && <Act command="incident.publish" args={args} icon="globe" />}
              {ended === null ? (
                <Act command="incident.resolve" args={args} icon="check" kind="primary" />
              ) : (
                <Act command="incident.reopen" args={args} icon="reload" />
              )}
            </>
          )}
        </>
      }
    />
  )
}

const openerOf = ({ opened_by: { kind, name } }: OneIncident): string => {
  if (kind === 'alert') return name === null ? 'An alert that was deleted' : `The alert “${name}”`
  return name ?? 'Someone who left'
}

const Facts = ({ incident }: { incident: OneIncident }) => (
  <Card title="About">
    <KeyValues
      items={[
        { name: 'Impact', value: impactWords[incident.impact] },
        { name: 'Began', value: <Time at={incident.begun} as="full" /> },
        { name: 'Ended', value: incident.ended === null ? 'Not yet' : <Time at={incident.ended} as="full" /> },
        { name: 'Opened by', value: openerOf(incident) },
        {
          name: 'Published',
          value: incident.published === null ? 'No: only members see it' : <Time at={incident.published} />,
        },
        ...(incident.public_title === incident.title
          ? []
          : [{ name: 'Public title', value: `${incident.public_title}, until you change the title` }]),
        {
          name: 'Cause',
          value: (
            <span className={classes.text}>
              {incident.cause === '' ? 'Not known yet' : incident.cause}
              {incident.cause !== '' && incident.cause_public && <small className="muted"> (public)</small>}
            </span>
          ),
        },
      ]}
    />
  </Card>
)

const Page = ({ incident, asked }: { incident: OneIncident; asked: string }) => {
  const world = useWorld()
  const { search } = useCurrentRoute()
  const mayGovern = world.project !== null && holds(world.project.level, 'govern')
  // The address of an incident that was merged leads to the other one.
  useEffect(() => {
    if (incident.id !== asked) world.goTo(`/incidents/${incident.id}`, { replace: true })
  }, [incident.id, asked, world])
  return (
    <>
      <Head incident={incident} mayGovern={mayGovern} />
      <div className={classes.page}>
        <div className={classes.main}>
          {mayGovern && <UpdateCard incident={incident} />}
          <Timeline incidentId={incident.id} />
        </div>
        <div className={classes.side}>
          <Facts incident={incident} />
          <AffectedCard incident={incident} />
        </div>
      </div>
      {search.edit !== undefined && mayGovern && <IncidentDialog incident={incident} />}
    </>
  )
}

/** One incident: its state, affected monitors, updates and timeline. */
const IncidentScreen = () => {
  const { incidentId = '' } = useCurrentRoute().params
  const incident = useResource('incident.read', { params: { id: incidentId } })
  useTitle(incident.data?.title)
  return (
    <Loaded of={incident} label="Incident">
      {(data) => <Page key={data.id} incident={data} asked={incidentId} />}
    </Loaded>
  )
}

export default IncidentScreen
