import { isEqual } from '../../../machines/draft-path.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { sentenceOf } from './condition-words.ts'

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
