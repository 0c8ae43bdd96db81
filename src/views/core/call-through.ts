import { type SnapshotFrom, waitFor } from 'xstate'
import type { cacheMachine } from '../../../machines/resource/cache.ts'
import { CallError } from '../../../machines/resource/failure.ts'
import type { EndpointName } from '../../contract/contract.ts'
import { traits } from '../../contract/traits.ts'
import { machineOf } from './machines-of.ts'
import type { ViewEffects } from './view-effects.ts'

/** Writes go through a machine of the cache, so that caches follow them and the debug screen shows them; reads go straight. */
export const callThrough = async (
  effects: Pick<ViewEffects, 'app' | 'call'>,
  operation: EndpointName,
  input: object,
): Promise<unknown> => {
  const cache = machineOf(effects.app, 'cache')
  if (traits[operation]?.effect === 'read' || !cache) return effects.call(operation, input)
  const key = freeKey(operation, cache.getSnapshot().context.saves)
  cache.send({ type: 'SAVE', operation, input, key })
  const save = cache.getSnapshot().context.saves[key]
  if (!save) throw new Error('The save did not begin.')
  const settled = await waitFor(save, (snapshot) => snapshot.matches('success') || snapshot.matches('failed')).catch(
    () => {
      throw new Error(
        'Another project was opened before the answer arrived. Check in the earlier project whether it was done.',
      )
    },
  )
  if (settled.context.error) throw new CallError(settled.context.error)
  return settled.context.answer
}

/** The first save of an operation that is not at work: several at a time have one each, and none is made that is not needed. */
const freeKey = (operation: EndpointName, saves: SnapshotFrom<typeof cacheMachine>['context']['saves']): string => {
  for (let number = 1; ; number += 1) {
    const key = `${operation} ${number}`
    if (!saves[key]?.getSnapshot().matches('pending')) return key
  }
}
