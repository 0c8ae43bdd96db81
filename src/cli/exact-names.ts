import { argumentsOf } from '../commands/core/argument.ts'
import { entityOf } from '../commands/core/naming.ts'
import type { Entity } from '../commands/core/world.ts'
import type { Headless } from '../commands/headless/headless.ts'
import type { Ready } from './answered-line.ts'

/**
 * The objects that a line reaches by a slug alone: neither their name nor their id stands in it. A script that is repeated after its
 * object is gone would reach another one in this way: `nightly` is also the slug of “Nightly”.
 */
export const inexactlyNamed = (line: string, { command, args }: Ready, { world }: Headless): readonly Entity[] => {
  const written = plain(line)
  return argumentsOf(command).flatMap(({ key, kind }) =>
    kind === null
      ? []
      : [args[key]].flat().flatMap((id) => {
          const entity = typeof id === 'string' ? entityOf(id, world.entities(kind)) : null
          return entity === null || holds(written, entity.id) || holds(written, plain(entity.name)) ? [] : [entity]
        }),
  )
}

/** A line without its quotes, with one space between words and none around commas. */
const plain = (text: string): string => text.replace(/["\\]/g, '').replace(/\s+/g, ' ').replace(/ ?, ?/g, ',')

/** Whether a text stands in a line as whole words of it, or as a member of a list. */
const holds = (line: string, text: string): boolean => {
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1))
    if (
      /^$|[\s,=]/.test(line.slice(0, at).slice(-1)) &&
      /^$|[\s,]/.test(line.slice(at + text.length, at + text.length + 1))
    )
      return true
  return false
}
