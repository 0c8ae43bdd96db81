import { useMemo } from 'react'

import { tagsMatch } from '../../domain/core/tag-scope.ts'
import type { CommonConditions } from '../../domain/results/classify.ts'
import { useResource } from '../core/use-resource.ts'

/** The conditions of the project that are for a monitor with some tags; null while they are not loaded. */
export const useCommonConditions = (tags: readonly string[]): CommonConditions | null => {
  const { data } = useResource('project-conditions.read', {})
  return useMemo(
    () =>
      data
        ? {
            break_on_fail: data.meta.break_on_fail,
            numeric_texts: data.meta.numeric_texts,
            conditions: data.conditions.filter((one) => one.enabled !== false && tagsMatch(one, tags)),
          }
        : null,
    [data, tags],
  )
}
