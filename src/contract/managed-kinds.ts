import type { Neighbour } from './core/kind.ts'
import { type ManagedKind, resources } from './resources.ts'

type Managed = { readonly name: ManagedKind; readonly neighbours: readonly Neighbour[] }

/** The managed kinds without their shapes and endpoints. The web app's build evaluates this, so that it loads nothing else of them. */
export const managedKinds: readonly Managed[] = Object.values(resources).map(({ name, neighbours }) => ({
  name,
  neighbours,
}))
