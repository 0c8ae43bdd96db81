import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { World } from '../core/world.ts'

type Incident = AnswerOf<ProductContract['incident.read']>

/** The incident of an id, as far as it is loaded. */
export const knownIncident = (id: string, world: World): Incident | undefined =>
  world.known('incident.read', { params: { id } }) ??
  world.known('incident.list', {})?.data.find((each) => each.id === id)

/** The title of an incident, or its id. */
export const titleOf = (id: string, world: World): string =>
  knownIncident(id, world)?.title ?? world.entities('incident').find((each) => each.id === id)?.name ?? id

/** Whether an incident is not known to be resolved. */
export const mayRun = (id: string, world: World): boolean => knownIncident(id, world)?.ended == null

/** Whether an incident is not known to be running. */
export const mayBeOver = (id: string, world: World): boolean => knownIncident(id, world)?.ended !== null
