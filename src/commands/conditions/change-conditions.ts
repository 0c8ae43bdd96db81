import type { condition, conditionSet } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { againstLatest } from '../core/against-latest.ts'
import type { World } from '../core/world.ts'

type Condition = Shape<typeof condition>

type ConditionSet = Shape<typeof conditionSet>

/** Writes the conditions of a monitor anew from what they are now. */
export const changeConditions = (
  id: string,
  change: (before: readonly Condition[]) => Condition[],
  world: World,
): Promise<void> => changeConditionSet(id, (before) => ({ ...before, conditions: change(before.conditions) }), world)

/** Writes the conditions of a monitor and what they share anew from what they are now; `change` gives null to leave them. */
export const changeConditionSet = (
  id: string,
  change: (before: ConditionSet) => ConditionSet | null,
  world: World,
): Promise<void> =>
  againstLatest(async () => {
    const params = { id }
    // The version is read first: what changes in between is refused.
    const { meta: version } = await world.call('monitor.read', { params })
    const changed = change(await world.call('monitor.conditions', { params }))
    if (changed === null) return
    const body = { ...changed, if_last_update: version.last_update }
    await world.call('monitor.judge', { params, body })
  })
