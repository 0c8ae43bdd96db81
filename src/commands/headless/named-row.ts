import { contract, type EndpointName } from '../../contract/contract.ts'
import { named } from '../core/naming.ts'
import { CommandRefused } from '../core/perform.ts'
import type { Entity, EntityKind, World } from '../core/world.ts'
import { kinds } from '../kinds.ts'
import { pagesOf } from './pages.ts'
import { MOST_ROWS } from './row-limits.ts'

/** The row of a list that a text names, by its id or name. It is read as far as the row with that id. */
export const rowNamed = async (
  kind: EntityKind,
  text: string,
  list: EndpointName,
  input: { readonly params: object },
  world: World,
): Promise<object> => {
  const rows = new Map<string, object>()
  const entities: Entity[] = []
  for await (const page of pagesOf(list, contract[list], input, MOST_ROWS, world.call)) {
    for (const row of page.rows) {
      const { id, name = '' } = row as { id?: unknown; name?: unknown }
      if (id === text) return row
      rows.set(String(id), row)
      entities.push({ id: String(id), name: String(name) })
    }
  }
  const found = named(text, entities)
  const [only] = found
  const row = only && rows.get(only.id)
  const [noun, nouns] = kinds[kind].noun
  if (!row) throw new CommandRefused(`No ${noun} is called ${text}.`)
  if (found.length === 1) return row
  throw new CommandRefused(`${found.length} ${nouns} are called ${text}: ${found.map(({ id }) => id).join(', ')}.`)
}
