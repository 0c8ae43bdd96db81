import { latestLines, likelyLines, usedLinesFrom, withoutLines, withUse } from '../../commands/core/line/frecency.ts'
import type { World } from '../../commands/core/world.ts'
import { writesSecret } from '../../domain/secrets/written-secret.ts'
import type { BrowserStore } from './view-effects.ts'

/** Lines of an account and the open project on this device, those that are used often and lately first; other accounts do not see them. */
export const lineHistory = (store: BrowserStore, account: string | undefined, world: World) => {
  const place = `used-lines.${account ?? ''}`
  // Older versions stored lines that spell out a secret: they go as soon as lines are read.
  const used = () => {
    const stored = usedLinesFrom(store.read(place))
    const kept = withoutLines(stored, writesSecret)
    if (kept !== stored) store.write(place, kept)
    return kept
  }
  const project = world.project?.id ?? ''
  return {
    read: (): readonly string[] => likelyLines(used(), project, world.now()),
    latest: (): readonly string[] => latestLines(used(), project),
    remember: (line: string): void => store.write(place, withUse(used(), project, line, world.now())),
  }
}
