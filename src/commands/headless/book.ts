import type { Command } from '../core/command.ts'
import { commands, withoutClashes } from '../registry.ts'
import { needsScreen } from './needs-screen.ts'
import { readCommands } from './reads.ts'

/** Every command that needs no screen: those of the registry, and the derived ones that read. */
export const headlessCommands: readonly Command[] = withoutClashes([
  ...commands.filter((each) => !needsScreen(each)),
  ...readCommands,
])

const byId: ReadonlyMap<string, Command> = new Map(headlessCommands.map((each) => [each.id, each]))

/** The command of an id that needs no screen; null where there is none. */
export const headlessCommandById = (id: string): Command | null => byId.get(id) ?? null
