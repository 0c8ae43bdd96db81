import type { World } from '../world.ts'

/** Actions at work, by an effect of their world that all worlds made of it share. */
const running = new WeakMap<World['newId'], number>()

const count = (world: World, by: number): void => {
  running.set(world.newId, (running.get(world.newId) ?? 0) + by)
}

/** Whether an action that changes something is at work: what it does is on no stack yet. */
export const isAtWork = (world: World): boolean => (running.get(world.newId) ?? 0) > 0

/** Carries an action out; until it has ended, nothing before it is undone. */
export const atWork = async <Result>(world: World, act: () => Promise<Result>): Promise<Result> => {
  count(world, 1)
  try {
    return await act()
  } finally {
    count(world, -1)
  }
}
