import { holds } from '../../domain/core/access.ts'
import { useMachine } from './machines-of.ts'
import { useResource } from './use-resource.ts'

/** Name of the account that owns an object; its id where the name may not be read. */
export const useOwnerName = (ownerId: string): string => {
  const current = useMachine('project', (snapshot) => snapshot?.context.current)
  const mayAsk = current != null && holds(current.access_level, 'inspect')
  const { data } = useResource('project.members', mayAsk ? { params: { id: current.project.id } } : null)
  return data?.results.find(({ account_id }) => account_id === ownerId)?.account_name ?? ownerId
}
