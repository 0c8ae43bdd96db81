import { againstLatest } from '../core/against-latest.ts'
import { command, type Undo } from '../core/command.ts'
import type { World } from '../core/world.ts'

/** Writes the tags of a monitor anew from what they are now. */
const retag = (world: World, id: string, change: (tags: readonly string[]) => string[]): Promise<void> =>
  againstLatest(async () => {
    const { meta } = await world.call('monitor.read', { params: { id } })
    const body = { meta: { tags: change(meta.tags) }, if_last_update: meta.last_update }
    await world.call('monitor.update', { params: { id }, body })
  })

/** Takes back only what is really changed: a tag that was there before stays. */
const back = (
  id: string,
  monitor: string,
  tags: readonly string[],
  changes: (tag: string, now: readonly string[]) => boolean,
  world: World,
): Undo | null => {
  const now = world.known('monitor.list', {})?.data.find((each) => each.id === monitor)?.meta.tags
  const changed = now ? tags.filter((tag) => changes(tag, now)) : tags
  return changed.length === 0 ? null : { id, args: { monitor, tags: changed } }
}

/** Tags of monitors. */
export const tagCommands = [
  command({
    id: 'monitor.tag',
    words: 'tag monitor',
    title: 'Tag',
    pending: 'Tagging',
    icon: 'tag',
    effect: 'write',
    needs: 'edit',
    args: { monitor: 'string', tags: 'string[] >= 1' },
    of: { monitor: 'monitor', tags: 'tag' },
    done: 'tagged',
    undo: ({ monitor, tags }, world) => back('monitor.untag', monitor, tags, (tag, now) => !now.includes(tag), world),
    writes: ['monitor.update'],
    run: ({ monitor, tags }, world) => retag(world, monitor, (now) => [...new Set([...now, ...tags])]),
  }),
  command({
    id: 'monitor.untag',
    words: 'untag monitor',
    title: 'Remove tags',
    pending: 'Removing',
    icon: 'tag',
    effect: 'write',
    needs: 'edit',
    args: { monitor: 'string', tags: 'string[] >= 1' },
    of: { monitor: 'monitor', tags: 'tag' },
    done: 'untagged',
    undo: ({ monitor, tags }, world) => back('monitor.tag', monitor, tags, (tag, now) => now.includes(tag), world),
    writes: ['monitor.update'],
    run: ({ monitor, tags }, world) => retag(world, monitor, (now) => now.filter((each) => !tags.includes(each))),
  }),
]
