import { useMemo } from 'react'
import type { Condition } from '../../domain/conditions/operators.ts'
import { schemaFileOf, withSchemaText } from '../../domain/conditions/schema-file.ts'
import { useAnswers } from '../core/use-answers.ts'

/**
 * Puts the texts of schemas that are stored files into conditions, so that they can be tried as an agent would. A condition keeps the id of
 * a file that is not here yet, does not exist or is no text.
 */
export const useSchemaTexts = (
  conditions: readonly Condition[],
): ((conditions: readonly Condition[]) => readonly Condition[]) => {
  const ids = [...new Set(conditions.flatMap((one) => schemaFileOf(one) ?? []))]
  const named = ids.join()
  const previews = useAnswers(
    'file.preview',
    ids.map((id) => ({ params: { id } })),
  )
  return useMemo(() => {
    const places = named.split(',')
    const textOf = (id: string): string | undefined => {
      const preview = previews[places.indexOf(id)]
      return preview?.truncated ? undefined : (preview?.text ?? undefined)
    }
    return (all) => all.map((one) => withSchemaText(one, textOf))
  }, [named, previews])
}
