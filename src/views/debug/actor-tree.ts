import type { LiveActor } from '../core/recorder.ts'

/** A machine and those that it started. */
export type ActorBranch = { readonly actor: LiveActor; readonly children: readonly ActorBranch[] }

/** The machines by who started them. Those whose parent is no machine stand at the root. */
export const actorTree = (actors: readonly LiveActor[]): ActorBranch[] => {
  const known = new Set(actors.map(({ id }) => id))
  const parentOf = ({ parentId }: LiveActor) => (parentId !== null && known.has(parentId) ? parentId : null)
  const below = (parentId: string | null): ActorBranch[] =>
    actors.filter((actor) => parentOf(actor) === parentId).map((actor) => ({ actor, children: below(actor.id) }))
  return below(null)
}
