import { TargetLink } from '../alerts/TargetLink.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { OneIncident } from './IncidentDialog.tsx'
import classes from './incidents.module.css'

type Affected = OneIncident['monitors'][number]

const Row = ({ incident, one }: { incident: string; one: Affected }) => {
  const { id, kind, name, public_name, since, until, deleted } = one
  return (
    <li className={classes.affected}>
      <Badge category={until === null ? 'FAIL' : 'PASS'} word={until === null ? 'Failing' : 'Recovered'} look="plain" />
      <span className={classes.words}>
        {deleted ? (
          <span>{name} (deleted)</span>
        ) : (
          <TargetLink kind={kind} id={id}>
            {name}
          </TargetLink>
        )}
        <small className="muted">
          {until === null ? 'since ' : 'recovered '}
          <Time at={until ?? since} />
          {public_name === null ? ', not shown in public' : `, in public “${public_name}”`}
        </small>
      </span>
      <Menu
        label={`Actions on ${name}`}
        icon="more"
        iconOnly
        items={[
          {
            command: 'incident.add-monitor',
            args: { incident, monitor: id, public_name: public_name ?? name },
            icon: 'globe',
            label: public_name === null ? `Show in public as “${name}”` : `Name it “${name}” in public`,
          },
          ...(public_name === null
            ? []
            : [
                {
                  command: 'incident.add-monitor',
                  args: { incident, monitor: id, public_name: '' },
                  icon: 'lock' as const,
                  label: 'Hide from the public',
                },
              ]),
          'rule',
          { command: 'incident.remove-monitor', args: { incident, monitor: id }, icon: 'close' },
        ]}
      />
    </li>
  )
}

/** Monitors that an incident affects, failing ones first. */
export const AffectedCard = ({ incident }: { incident: OneIncident }) => {
  const { id, monitors, monitor_count: count, failing_count: failing } = incident
  const rest = count - monitors.length
  return (
    <Card
      title="Affected monitors"
      sub={count > 0 && (failing > 0 ? `${failing} of ${count} failing` : 'all recovered')}
      actions={<Act command="incident.add-monitor" args={{ incident: id }} icon="plus" size="small" kind="ghost" />}
      flush
    >
      {count === 0 ? (
        <p className={classes.none}>No monitor yet. Add those that the outage affects.</p>
      ) : (
        <ul className={classes.list}>
          {monitors.map((one) => (
            <Row key={one.id} incident={id} one={one} />
          ))}
        </ul>
      )}
      {rest > 0 && <p className={classes.none}>And {rest} more.</p>}
    </Card>
  )
}
