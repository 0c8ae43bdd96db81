import { isEqual } from '../../../machines/draft-path.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { holds } from '../../domain/core/access.ts'
import { useMachine } from '../core/machines-of.ts'
import { useResource } from '../core/use-resource.ts'
import { Time } from '../parts/text/Time.tsx'
import { sentenceOf } from './condition-words.ts'
import classes from './conditions.module.css'

const idsOf = (conditions: readonly Condition[]) => new Map(conditions.map((one) => [one.id, one]))

/** The conditions that differ between two versions, in words. */
export const changesBetween = (before: readonly Condition[], after: readonly Condition[]): readonly string[] => {
  const [was, is] = [idsOf(before), idsOf(after)]
  const added = after.filter(({ id }) => !was.has(id)).map((one) => `Added: ${sentenceOf(one)}`)
  const removed = before.filter(({ id }) => !is.has(id)).map((one) => `Removed: ${sentenceOf(one)}`)
  const changed = after
    .filter((one) => was.has(one.id) && !isEqual(was.get(one.id), one))
    .map((one) => `Changed: ${sentenceOf(one)}`)
  const all = [...added, ...changed, ...removed]
  return all.length > 0 ? all : ['Changed: the order']
}

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
