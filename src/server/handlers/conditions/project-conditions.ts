import type { projectConditions } from '../../../contract/conditions/conditions.ts'
import { numericTextsOf } from '../../../domain/conditions/comparison.ts'
import { conditionProblems } from '../../../domain/conditions/condition-rules.ts'
import { expressionEngines } from '../../../domain/conditions/expressions.ts'
import type { Condition } from '../../../domain/conditions/operators.ts'
import { GROUPS, type Group } from '../../../domain/conditions/sources.ts'
import type { HandlersOf } from '../../http/context.ts'
import { invalid, Refusal } from '../../refusal.ts'
import {
  groupOf,
  lockProjectConditions,
  type ProjectConditions,
  readProjectConditions,
  storeProjectConditions,
  versionsOf,
} from '../../store/conditions/project-conditions.ts'
import { schemaFileProblems } from '../../store/conditions/schema-files.ts'

/** Handlers for the conditions that apply to every monitor of a project. */
export const projectConditionHandlers = (): HandlersOf<typeof projectConditions> => ({
  'project-conditions.read': async (_, { db, project }) => answerOf(await readProjectConditions(db, project.key)),

  'project-conditions.replace': async ({ body }, context) => {
    const { db, project, actor: owner, now } = context
    const { groups = GROUPS, versions = {}, break_on_fail, numeric_texts } = body.meta ?? {}
    const problems = [
      ...conditionProblems(body, { engines: expressionEngines, isOfProject: true }),
      ...(await schemaFileProblems(db, project.key, body.conditions)),
    ]
    for (const [index, condition] of body.conditions.entries())
      if (!groups.includes(groupOf(condition)))
        problems.push({
          field: `conditions[${index}].source`,
          code: 'forbidden',
          message: `conditions[${index}].source must belong to one of the groups in meta.groups.`,
        })
    if (problems.length > 0) return invalid(problems)
    const before = await lockProjectConditions(db, project.key)
    const current = versionsOf(before)
    if (groups.some((group) => (versions[group] ?? current[group]) !== current[group]))
      return new Refusal(
        409,
        'conflict',
        'These conditions were changed while you were editing. Load them again, then repeat your change.',
      )
    const after: ProjectConditions = {
      break_on_fail: break_on_fail ?? (body.meta?.groups ? before.break_on_fail : false),
      numeric_texts: numeric_texts ?? numericTextsOf(before, before.conditions),
      conditions: inGroups(before.conditions, body.conditions, groups),
    }
    const whole = conditionProblems(after, { isOfProject: true })
    if (whole.length > 0) return invalid(whole)
    await storeProjectConditions(db, { projectKey: project.key, doc: after, owner, now })
    context.record({
      resource: { type: 'project', id: project.id, name: 'Project conditions' },
      before,
      after,
    })
    return answerOf(after)
  },
})

/** Replaces the conditions of some groups, and keeps those of all others. New ones get an id that no other has. */
const inGroups = (
  before: readonly Condition[],
  given: readonly Condition[],
  groups: readonly Group[],
): readonly Condition[] => {
  const kept = before.filter((one) => !groups.includes(groupOf(one)))
  const taken = new Set([...kept, ...given].map(({ id }) => id))
  let number = 0
  const freeId = (): string => {
    do number++
    while (taken.has(`p${number}`))
    return `p${number}`
  }
  return [...kept, ...given.map((one) => ({ ...one, id: one.id ?? freeId() }))]
}

const answerOf = (stored: ProjectConditions) => ({
  meta: {
    break_on_fail: stored.break_on_fail,
    numeric_texts: numericTextsOf(stored, stored.conditions),
    versions: versionsOf(stored),
  },
  conditions: [...stored.conditions],
})
