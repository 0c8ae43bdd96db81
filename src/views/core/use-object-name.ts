import { useMemo } from 'react'
import type { RouteMatch } from '../../commands/core/addresses.ts'
import type { Naming } from '../../commands/core/kind-row.ts'
import { objectAt } from '../../commands/core/route-tree.ts'
import { kinds } from '../../commands/kinds.ts'
import { useResource } from './use-resource.ts'

/** Requires the answer that holds an object's name. Which endpoint that is, the kind's row says when it runs. */
const useAnswer = ({ operation }: Pick<Naming, 'operation'>, input: object | null): unknown =>
  // The row was checked against the endpoint where it is written, and reads the answer itself.
  useResource(operation, input as never).data

/** The name of the object that a place shows; null where it shows none, or the name is not loaded yet. */
export const useObjectName = (place: RouteMatch): string | null => {
  const { kind, id } = objectAt(place) ?? { kind: null, id: '' }
  const naming = kind && kinds[kind].naming
  const input = useMemo(() => naming?.input(id) ?? null, [naming, id])
  const answer = useAnswer(naming ?? NONE, input)
  return naming && answer ? naming.name(answer, id) : null
}

/** Stands for the endpoint where nothing is asked for. */
const NONE = { operation: 'monitor.list' } as const
