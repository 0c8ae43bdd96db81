import type { EndpointName, ProductContract } from '../../contract/contract.ts'
import type { CallOf } from '../../contract/core/client.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { Entity, World } from './world.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The objects that an argument names, where they are of no kind: by id or by name. `args` are the arguments before it, such as the
 * organization. Undefined while they are not loaded; asking loads them.
 */
export type Objects = (world: World, args: Values) => readonly Entity[] | undefined

/** Objects that are read off the answer of an endpoint; none where the input is null. */
export const objectsIn =
  <Name extends EndpointName>(
    operation: Name,
    input: (world: World, args: Values) => CallOf<ProductContract[Name]> | null,
    entities: (answer: AnswerOf<ProductContract[Name]>, args: Values) => readonly Entity[],
  ): Objects =>
  (world, args) => {
    const call = input(world, args)
    if (call === null) return []
    const answer = world.read(operation, call)
    return answer && entities(answer, args)
  }

/** The name of the object that an argument names, where it is loaded. */
export const nameIn = (objects: Objects, id: string, world: World, args: Values = {}): string | null =>
  objects(world, args)?.find((each) => each.id === id)?.name ?? null

/** The input of a list of the organization that a line names. */
export const ofOrganization = (_: World, { organization }: Values): { params: { org: string } } | null =>
  typeof organization === 'string' ? { params: { org: organization } } : null

/** The input of a list of the open project. */
export const ofProject = ({ project }: World): { params: { id: string } } | null =>
  project ? { params: { id: project.id } } : null
