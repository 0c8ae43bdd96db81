import { useEffect, useMemo, useRef, useState } from 'react'
import type { Condition } from '../../domain/conditions/operators.ts'
import { schemaFileOf, withSchemaText } from '../../domain/conditions/schema-file.ts'
import { useWorld } from '../core/use-world.ts'

type Texts = Readonly<Record<string, string | null>>

/**
 * Puts the texts of schemas that are stored files into conditions, so that they can be tried as an agent would. Each file is fetched once;
 * a condition keeps the id of one that is not here yet, does not exist or is no text.
 */
export const useSchemaTexts = (
  conditions: readonly Condition[],
): ((conditions: readonly Condition[]) => readonly Condition[]) => {
  const world = useWorld()
  const [texts, setTexts] = useState<Texts>({})
  const asked = useRef(new Set<string>())
  const named = [...new Set(conditions.flatMap((one) => schemaFileOf(one) ?? []))].join()
  useEffect(() => {
    for (const id of named === '' ? [] : named.split(',')) {
      if (asked.current.has(id)) continue
      asked.current.add(id)
      const keep = (text: string | null) => setTexts((before) => ({ ...before, [id]: text }))
      world.call('file.preview', { params: { id } }).then(
        ({ text, truncated }) => keep(truncated ? null : text),
        () => keep(null),
      )
    }
  }, [named, world])
  return useMemo(() => (all) => all.map((one) => withSchemaText(one, (id) => texts[id] ?? undefined)), [texts])
}
