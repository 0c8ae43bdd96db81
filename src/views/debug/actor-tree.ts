import type { RecordedActor } from './recorded.ts'

/** A machine and its children. */
export type ActorBranch = { readonly actor: RecordedActor; readonly children: readonly ActorBranch[] }

/** Machines grouped by parent; those without a parent machine are roots. */
export const actorTree = (actors: readonly RecordedActor[]): ActorBranch[] => {
  const known = new Set(actors.map(({ id }) => id))
  const parentOf = ({ parentId }: RecordedActor) => (parentId !== null && known.has(parentId) ? parentId : null)
  const below = (parentId: string | null): ActorBranch[] =>
    actors.filter((actor) => parentOf(actor) === parentId).map((actor) => ({ actor, children: below(actor.id) }))
  return below(null)
}

export const isLive = ({ ref }: RecordedActor): boolean => ref !== null

/** Machines that have ended, the last one first. */
export const endedOf = (actors: readonly RecordedActor[]): readonly RecordedActor[] =>
  actors.filter((actor) => !isLive(actor)).sort((a, b) => Number(b.endedAt) - Number(a.endedAt))
