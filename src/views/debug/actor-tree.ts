import type { LiveActor } from '../core/recorder.ts'

/** A machine and its children. */
export type ActorBranch = { readonly actor: LiveActor; readonly children: readonly ActorBranch[] }

/** Machines grouped by parent; those without a parent machine are roots. */
export const actorTree = (actors: readonly LiveActor[]): ActorBranch[] => {
  const known = new Set(actors.map(({ id }) => id))
  const parentOf = ({ parentId }: LiveActor) => (parentId !== null && known.has(parentId) ? parentId : null)
  const below = (parentId: string | null): ActorBranch[] =>
    actors.filter((actor) => parentOf(actor) === parentId).map((actor) => ({ actor, children: below(actor.id) }))
  return below(null)
}
