import type { condition } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { againstLatest } from '../core/against-latest.ts'
import type { World } from '../core/world.ts'

type Condition = Shape<typeof condition>

/** Writes the conditions of a monitor anew from what they are now. */
export const changeConditions = (
  id: string,
  change: (before: readonly Condition[]) => Condition[],
  world: World,
): Promise<void> =>
  againstLatest(async () => {
    const params = { id }
    // The version is read first: what changes in between is refused.
    const { meta: version } = await world.call('monitor.read', { params })
    const { meta, conditions } = await world.call('monitor.conditions', { params })
    const body = { meta, conditions: change(conditions), if_last_update: version.last_update }
    await world.call('monitor.judge', { params, body })
  })
