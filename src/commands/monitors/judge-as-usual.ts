import { USUAL_CONDITIONS } from '../../domain/conditions/usual-conditions.ts'
import type { World } from '../core/world.ts'

/** Gives a monitor that was just made the conditions that the form of a new one begins with. */
export const judgeAsUsual = (id: string, world: World): Promise<unknown> =>
  world.call('monitor.judge', { params: { id }, body: { meta: {}, conditions: [...USUAL_CONDITIONS] } })
