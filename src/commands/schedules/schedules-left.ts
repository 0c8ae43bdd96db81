import type { World } from '../core/world.ts'

/** So many characters at the end of an id tell namesakes apart, as in the rows of the console. */
const END_OF_ID = 4

/**
 * The schedules that no longer run a deleted object, a line each: “Schedule “Nightly” no longer runs it”. Of schedules that share a name, the
 * end of the id says which. Null while their names are being loaded.
 */
export const schedulesLeft = (ids: readonly string[], world: World): readonly string[] | null => {
  const schedules = world.entities('schedule')
  const lines = ids.map((scheduleId) => {
    const name = schedules.find(({ id }) => id === scheduleId)?.name
    if (name === undefined) return null
    const isShared = schedules.some((each) => each.name === name && each.id !== scheduleId)
    return `Schedule “${name}”${isShared ? ` (…${scheduleId.slice(-END_OF_ID)})` : ''} no longer runs it`
  })
  const known = lines.filter((line) => line !== null)
  return known.length < ids.length && isOnScreen(world) ? null : known
}

/** Whether what is missing is on its way, and the question shows again with it. */
export const isOnScreen = (world: World): boolean => world.presence?.() !== undefined
