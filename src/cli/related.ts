import { argumentsOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import type { EntityKind } from '../commands/core/world.ts'
import { headlessCommands } from '../commands/headless/book.ts'
import { listedKind } from '../commands/headless/reads.ts'

/** A list that can be narrowed to an object of a kind, and the argument that does it. */
export type RelatedList = { readonly command: Command; readonly kind: EntityKind; readonly key: string }

/** The lists that are about one object of a kind: results, alerts and incidents of a monitor. */
export const relatedLists = (kind: EntityKind): readonly RelatedList[] =>
  headlessCommands.flatMap((command) => {
    const listed = listedKind(command)
    const all = argumentsOf(command)
    const named = all.find((argument) => argument.kind === kind)
    const needsMore = all.some((argument) => argument.required && argument !== named)
    return listed === null || !named || needsMore ? [] : [{ command, kind: listed, key: named.key }]
  })
