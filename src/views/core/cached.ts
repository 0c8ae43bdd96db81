import { keyOf } from '../../../machines/resource/cache.ts'
import type { EndpointName, ProductContract } from '../../contract/contract.ts'
import type { CallOf } from '../../contract/core/client.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { machineOf } from './machines-of.ts'
import type { AppActor } from './view-effects.ts'

/** Cached response of an endpoint. */
export const cachedAnswer = <Name extends EndpointName>(
  app: AppActor,
  operation: Name,
  input: CallOf<ProductContract[Name]>,
): AnswerOf<ProductContract[Name]> | undefined => {
  const ref = machineOf(app, 'cache')?.getSnapshot().context.resources[keyOf(operation, input)]
  // The resource was loaded by this operation, so its data is this operation's response.
  return (ref?.getSnapshot().context.data ?? undefined) as AnswerOf<ProductContract[Name]> | undefined
}
