import { useResource } from '../core/use-resource.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './dependencies.module.css'
import { TargetLink } from './TargetLink.tsx'

/** The monitors that a monitor depends on, and those that depend on it. */
export const DependencyCard = ({ monitorId }: { monitorId: string }) => {
  const { data, error, refetch } = useResource('dependency.read', { params: { id: monitorId } })
  const adding = <Act command="dependency.add" args={{ monitor: monitorId }} icon="plus" />
  return (
    <Card title="Depends on" sub="While one of these fails, alerts of this monitor are held back" actions={adding}>
      {!data && error && <LoadError error={error} refetch={refetch} />}
      {data?.depends_on.length === 0 && <p className="sec">Nothing: its alerts stand on their own.</p>}
      {data && data.depends_on.length > 0 && (
        <ul className={classes.list}>
          {data.depends_on.map(({ id, name, kind }) => (
            <li key={id}>
              <TargetLink kind={kind} id={id}>
                {name}
              </TargetLink>
              <Act
                command="dependency.remove"
                args={{ monitor: monitorId, on: id }}
                size="small"
                kind="ghost"
                iconOnly
                label={`Remove the dependency on ${name}`}
              />
            </li>
          ))}
        </ul>
      )}
      {data && data.dependents.length > 0 && (
        <p className={classes.dependents}>
          {data.dependents.length === 1 ? 'One monitor depends' : `${data.dependents.length} monitors depend`} on this
          one:{' '}
          {data.dependents.map(({ id, name, kind }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <TargetLink kind={kind} id={id}>
                {name}
              </TargetLink>
            </span>
          ))}
        </p>
      )}
    </Card>
  )
}
