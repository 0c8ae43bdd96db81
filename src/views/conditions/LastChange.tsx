import type { Condition } from '../../domain/conditions/operators.ts'
import { holds } from '../../domain/core/access.ts'
import { useMachine } from '../core/machines-of.ts'
import { useResource } from '../core/use-resource.ts'
import { Time } from '../parts/text/Time.tsx'
import { changesBetween } from './changes-between.ts'
import classes from './conditions.module.css'

type LastChangeProps = { readonly before: readonly Condition[]; readonly after: readonly Condition[] }

/** Who changed the conditions of the project last, and what. */
export const LastChange = ({ before, after }: LastChangeProps) => {
  const current = useMachine('project', (snapshot) => snapshot?.context.current)
  const mayAsk = current != null && holds(current.access_level, 'inspect')
  const { data } = useResource('audit.list', mayAsk ? { query: { action: 'project.judge', limit: 1 } } : null)
  const [entry] = data?.results ?? []
  return (
    <div className={classes.changes}>
      <p>
        {entry ? (
          <>
            <strong>{entry.actor.name ?? entry.actor.email ?? 'Somebody'}</strong> changed them <Time at={entry.time} />
            :
          </>
        ) : (
          'The other version differs in this:'
        )}
      </p>
      <ul>
        {changesBetween(before, after).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  )
}
