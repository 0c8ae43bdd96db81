import { useMemo } from 'react'

import type { Condition } from '../../domain/conditions/operators.ts'
import { tagsMatch } from '../../domain/core/tag-scope.ts'
import { useResource } from '../core/use-resource.ts'

type Common = { readonly break_on_fail: boolean; readonly conditions: readonly Condition[] }

/** The conditions of the project that are for a monitor with some tags; null while they are not loaded. */
export const useCommonConditions = (tags: readonly string[]): Common | null => {
  const { data } = useResource('project-conditions.read', {})
  return useMemo(
    () =>
      data
        ? {
            break_on_fail: data.meta.break_on_fail,
            conditions: data.conditions.filter((one) => one.enabled !== false && tagsMatch(one, tags)),
          }
        : null,
    [data, tags],
  )
}
