import { argumentsOf, bulkArgumentOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { named } from '../commands/core/naming.ts'
import { isPartial, searchCall } from '../commands/core/search-call.ts'
import type { Entity, EntityKind } from '../commands/core/world.ts'
import type { Headless } from '../commands/headless/headless.ts'
import { kinds } from '../commands/kinds.ts'

type Values = Readonly<Record<string, unknown>>

/** The kind of the objects that a command can give another name; null for other commands. The server keeps the names of some kinds unique itself. */
export const renamedKind = (command: Command): EntityKind | null => {
  const { id, writes = [] } = command
  const kind = bulkArgumentOf(command)?.kind ?? null
  const isRename =
    /\.(rename|update)$/.test(id) &&
    writes.some((name) => name === `${kind}.update`) &&
    argumentsOf(command).some(({ key, kind: named }) => key === 'name' && named === null)
  return isRename && kind !== null && kinds[kind].named !== 'by id' ? kind : null
}

/** Objects of a kind that a text names. Of more than are loaded at once, the server looks for it. */
const calledSo = async (kind: EntityKind, name: string, world: Headless): Promise<readonly Entity[]> => {
  const { list } = kinds[kind]
  const loaded = await world.entities(kind)
  const search = isPartial(kind, world.world) ? searchCall(kind, name, true) : null
  if (search === null || list === null || list === 'session') return named(name, loaded)
  // The row has an input of its own operation, which the table's type forgets.
  return named(name, list.entities(await world.call(search.operation, search.input as never)))
}

/** Objects that already have the name which a command gives to another one: a model may take the name of one for another. */
export const namesakesOf = async (command: Command, args: Values, world: Headless): Promise<readonly Entity[]> => {
  const kind = renamedKind(command)
  const key = bulkArgumentOf(command)?.key
  if (kind === null || key === undefined || typeof args.name !== 'string') return []
  const own = [args[key]].flat().map(String)
  return (await calledSo(kind, args.name.trim(), world)).filter(({ id }) => !own.includes(id))
}
