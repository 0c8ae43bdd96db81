import type { Search } from '../routes.ts'
import { addressOf } from './addresses.ts'
import type { World } from './world.ts'

/** Shows the same screen with other words in its address; what is null is taken out of it. */
export const changeSearch = (world: World, changes: Search): void => {
  if (!world.place) return
  const { name, params, search } = world.place
  world.goTo(addressOf(name, params, { ...search, ...changes }), { replace: true })
}
