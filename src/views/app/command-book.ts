import type { Command } from '../../commands/command.ts'
import { navigationCommands } from '../../commands/navigation.ts'
import { sessionCommands } from '../../commands/session.ts'
import { textCommands } from '../../commands/text.ts'

type AllCommands = typeof import('./all-commands.ts')

const ofTheFrontDoor: ReadonlyMap<string, Command> = new Map(
  [...sessionCommands, ...navigationCommands, ...textCommands].map((command) => [command.id, command]),
)
let all: AllCommands | null = null

/** The commands by id: those of the front door at once, all of them once their chunk is here. */
export const commandBook = {
  find: (id: string): Command | null => all?.commandById(id) ?? ofTheFrontDoor.get(id) ?? null,
  async load(): Promise<AllCommands> {
    all ??= await import('./all-commands.ts')
    return all
  },
}
