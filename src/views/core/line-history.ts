import { latestLines, likelyLines, usedLinesFrom, withUse } from '../../commands/core/line/frecency.ts'
import type { World } from '../../commands/core/world.ts'
import type { BrowserStore } from './view-effects.ts'

/** Lines of an account and the open project on this device, those that are used often and lately first; other accounts do not see them. */
export const lineHistory = (store: BrowserStore, account: string | undefined, world: World) => {
  const place = `used-lines.${account ?? ''}`
  const used = () => usedLinesFrom(store.read(place))
  const project = world.project?.id ?? ''
  return {
    read: (): readonly string[] => likelyLines(used(), project, world.now()),
    latest: (): readonly string[] => latestLines(used(), project),
    remember: (line: string): void => store.write(place, withUse(used(), project, line, world.now())),
  }
}
