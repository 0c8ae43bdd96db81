import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { AnyActorRef } from 'xstate'
import { keyOf } from '../../../machines/resource/cache.ts'
import type { EndpointName, ProductContract } from '../../contract/contract.ts'
import type { CallOf } from '../../contract/core/client.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useMachineRef } from './machines-of.ts'

type Answer<Name extends EndpointName> = AnswerOf<ProductContract[Name]>

/**
 * The answers of one endpoint to several calls, from the cache that all screens share, by the order of the calls; undefined for what is
 * not here. For a number of calls that a screen does not know beforehand.
 */
export const useAnswers = <Name extends EndpointName>(
  operation: Name,
  inputs: readonly CallOf<ProductContract[Name]>[],
): readonly (Answer<Name> | undefined)[] => {
  const cache = useMachineRef('cache')
  const key = inputs.map((input) => keyOf(operation, input)).join('\n')
  // The inputs are compared by their keys, so that literals in a render are not new ones each time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  const wanted = useMemo(() => inputs, [key])
  useEffect(() => {
    for (const input of wanted) cache?.send({ type: 'REQUIRE', operation, input })
  }, [cache, operation, wanted])
  const refs = useCallback(() => {
    const resources = cache?.getSnapshot().context.resources ?? {}
    return wanted.map((input) => resources[keyOf(operation, input)])
  }, [cache, operation, wanted])
  const subscribe = useCallback(
    (changed: () => void) => {
      const watched = new Map<AnyActorRef, { unsubscribe(): void }>()
      const look = () => {
        for (const ref of refs()) if (ref && !watched.has(ref)) watched.set(ref, ref.subscribe(changed))
        changed()
      }
      const subscription = cache?.subscribe(look)
      look()
      return () => {
        for (const each of [subscription, ...watched.values()]) each?.unsubscribe()
      }
    },
    [cache, refs],
  )
  const version = useSyncExternalStore(subscribe, () =>
    refs()
      .map((ref) => `${ref?.sessionId} ${ref?.getSnapshot().context.fetchedAt}`)
      .join(),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says when an answer has changed.
  return useMemo(
    // The resources were required by this operation's name, so their data are its answers.
    () => refs().map((ref) => (ref?.getSnapshot().context.data ?? undefined) as Answer<Name> | undefined),
    [refs, version],
  )
}
