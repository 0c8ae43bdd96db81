import { isEqual } from '../../../../machines/draft-path.ts'
import type { Preferences, PreferencesEvent } from '../../../../machines/preferences.ts'
import type { CommandStep } from '../../../../machines/undo.ts'
import { type Command, command } from '../command.ts'
import type { World } from '../world.ts'

const ID = 'preferences.set'

/** Sets preferences as an undo gives them. */
export const preferencesCommand: Command = command({
  id: ID,
  words: 'set preferences',
  title: 'Set preferences',
  hidden: true,
  publicToo: true,
  undo: 'unneeded',
  args: { preferences: 'object' },
  prompts: { preferences: 'Which preferences?' },
  // They were taken from the machine that checks them again.
  run: ({ preferences }, world) => world.send('preferences', { type: 'SET', ...(preferences as Partial<Preferences>) }),
})

/** The step that undoes a change of preferences; null where nothing changes but the sidebar, which has a key of its own for both ways. */
export const preferencesStep = (event: PreferencesEvent, world: World): CommandStep | null => {
  if (event.type !== 'SET') return null
  const { type: _, collapsed: __, ...after } = event
  const now: Readonly<Record<string, unknown>> = { ...world.preferences }
  const changed = Object.entries(after).filter(([field, value]) => !isEqual(now[field], value))
  if (changed.length === 0) return null
  const before = Object.fromEntries(changed.map(([field]) => [field, now[field]]))
  const given = (preferences: object) => ({ command: ID, args: { preferences } })
  return { ...given(before), reverse: given(Object.fromEntries(changed)) }
}
