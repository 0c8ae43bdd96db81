import type { monitorDependencies } from '../../../contract/alerts/dependencies.ts'
import { circleWords } from '../../../domain/alerts/dependency-circle.ts'
import { problem } from '../../../domain/core/problem.ts'
import type { HandlersOf } from '../../http/context.ts'
import { invalid, notFound } from '../../refusal.ts'
import { alertTarget } from '../../store/alerts/alert-target.ts'
import {
  circleOf,
  type Dependency,
  dependenciesOf,
  dependentsOf,
  setDependencies,
} from '../../store/alerts/dependencies.ts'
import { targetKindOf } from '../../store/alerts/target-kind.ts'
import type { Db } from '../../store/core/database.ts'
import { lockTargets } from '../../store/core/target-locks.ts'

const named = ({ id, name, kind }: Dependency) => ({ id, name, kind: targetKindOf(kind) ?? ('monitor' as const) })

const answerOf = async (db: Db, key: number) => ({
  depends_on: (await dependenciesOf(db, key)).map(named),
  dependents: (await dependentsOf(db, key)).map(named),
})

/** Why what would form a circle is refused. */
const circleSays = (circle: readonly string[]): string =>
  circle.length === 1
    ? `must not have “${circle[0]}” itself: it would never alert.`
    : `must not form a circle: ${circleWords(circle)}. None of them would ever alert.`

export const dependencyHandlers: HandlersOf<typeof monitorDependencies> = {
  'dependency.read': async ({ params }, { db, project }) => {
    const target = await alertTarget(db, project.key, params.id)
    return target ? answerOf(db, target.key) : notFound('monitor')
  },

  'dependency.update': async ({ params, body }, { db, project, record }) => {
    const target = await alertTarget(db, project.key, params.id)
    if (!target) return notFound('monitor')
    const keys = new Set<number>()
    for (const id of new Set(body.depends_on)) {
      const other = await alertTarget(db, project.key, id)
      if (!other)
        return invalid([
          {
            field: 'depends_on',
            code: 'unknown',
            message: 'depends_on must be ids of monitors or workflows of this project.',
          },
        ])
      keys.add(other.key)
    }
    // Two saves that would form a circle only together take turns: all edges of a project change under one lock.
    await lockTargets(db, [project.key])
    const circle = await circleOf(db, [...keys], target.key)
    if (circle) return invalid([problem('depends_on', 'invalid', circleSays(circle))])
    const before = (await dependenciesOf(db, target.key)).map(({ id }) => id)
    await setDependencies(db, target.key, [...keys])
    const answer = await answerOf(db, target.key)
    record({
      resource: { type: target.kind, id: target.id, name: target.name },
      before: { depends_on: before },
      after: { depends_on: answer.depends_on.map(({ id }) => id) },
    })
    return answer
  },
}
