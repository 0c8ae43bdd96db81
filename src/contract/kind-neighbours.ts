import type { Neighbour } from './core/kind.ts'
import { kindFacts } from './kinds.ts'
import { managedKinds } from './managed-kinds.ts'

// The web app's build evaluates this module, so that its first load holds nothing else of the kinds.

/** The names of the managed kinds. */
export const managedNames: readonly string[] = managedKinds.map(({ name }) => name)

/** The neighbours of each kind that has some. */
export const neighboursByKind: Readonly<Record<string, readonly Neighbour[] | undefined>> = Object.fromEntries(
  Object.entries(kindFacts).flatMap(([kind, { neighbours }]) => (neighbours ? [[kind, neighbours]] : [])),
)
