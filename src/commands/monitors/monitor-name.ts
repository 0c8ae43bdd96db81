import type { World } from '../core/world.ts'

/** The name of a monitor, or its id while the list is not loaded. */
export const monitorName = (id: string, world: World): string =>
  world.entities('monitor').find((each) => each.id === id)?.name ?? id
