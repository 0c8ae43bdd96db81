import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { keyOf } from '../../../machines/resource/cache.ts'
import type { Failure } from '../../../machines/resource/failure.ts'
import type { EndpointName, ProductContract } from '../../contract/contract.ts'
import type { CallOf } from '../../contract/core/client.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useMachineRef } from './machines-of.ts'

export type ResourceState<Name extends EndpointName> = {
  readonly status: 'notSet' | 'pending' | 'success' | 'failed'
  /** Kept while it is fetched again, and after a fetch that fails later. */
  readonly data: AnswerOf<ProductContract[Name]> | undefined
  readonly error: Failure | null
  /** Whether all pages of a list are loaded. */
  readonly complete: boolean
  refetch(): void
}

/** Statistics change without an event: after this long they are fetched again when they are shown again. */
const STALE_MS = 60_000

const isStale = (operation: EndpointName, fetchedAt: number | null): boolean =>
  fetchedAt !== null && !/\.(list|read)/.test(operation) && Date.now() - fetchedAt > STALE_MS

/**
 * The answer of an endpoint, from the cache that all screens share: fetched when it is missing, changed by saves and by live
 * events. Loads nothing while the input is `null`.
 */
export const useResource = <Name extends EndpointName>(
  operation: Name,
  input: CallOf<ProductContract[Name]> | null,
): ResourceState<Name> => {
  const cache = useMachineRef('cache')
  const key = input === null ? null : keyOf(operation, input)
  // The input is compared by its key, so that a literal in a render is not a new one each time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const wanted = useMemo(() => input, [key])
  const find = () => (key === null ? undefined : cache?.getSnapshot().context.resources[key])
  const ref = useSyncExternalStore((changed) => {
    const subscription = cache?.subscribe(changed)
    return () => subscription?.unsubscribe()
  }, find)
  useEffect(() => {
    if (wanted === null) return
    if (!ref) cache?.send({ type: 'REQUIRE', operation, input: wanted })
    else ref.send({ type: isStale(operation, ref.getSnapshot().context.fetchedAt) ? 'FETCH' : 'REQUIRE' })
  }, [cache, operation, wanted, ref])
  const snapshot = useSyncExternalStore(
    (changed) => {
      const subscription = ref?.subscribe(changed)
      return () => subscription?.unsubscribe()
    },
    () => ref?.getSnapshot(),
  )
  return useMemo(
    () => ({
      status: (snapshot?.value ?? 'notSet') as ResourceState<Name>['status'],
      // The resource was required by this operation's name, so its data is this operation's answer.
      data: (snapshot?.context.data ?? undefined) as ResourceState<Name>['data'],
      error: snapshot?.context.error ?? null,
      complete: snapshot?.context.complete ?? false,
      refetch: () => {
        if (wanted !== null) cache?.send({ type: 'FETCH', operation, input: wanted })
      },
    }),
    [snapshot, cache, operation, wanted],
  )
}
