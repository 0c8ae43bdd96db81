import { argumentsOf } from '../commands/core/argument.ts'
import type { Command } from '../commands/core/command.ts'
import { contract } from '../contract/contract.ts'
import type { AnyEndpoint } from '../contract/core/endpoint.ts'

/** The endpoints that a command declares. */
export const endpointsOf = ({ writes = [], reads = [] }: Command): readonly AnyEndpoint[] =>
  [...writes, ...reads].map((name) => contract[name])

/** Whether a command changes nothing. */
export const isReading = (command: Command): boolean =>
  command.effect === 'read' && endpointsOf(command).every(({ effect }) => effect === 'read')

const isCreate = ({ status }: AnyEndpoint): boolean => status === 201

/** Whether it runs or sends something. An endpoint that answers an object by its shape has changed it, such as by a refresh. */
const isAct = ({ changes, limit, shows }: AnyEndpoint): boolean =>
  changes === false && limit !== undefined && shows === undefined

/** Whether all that a command does is to add something: an object with the calls that complete it, a run or a message. */
const onlyAdds = (command: Command): boolean => {
  const [first, ...others] = endpointsOf(command)
  if (command.effect !== 'write' || command.confirm !== undefined || first === undefined) return false
  return isCreate(first) || (isAct(first) && others.every(isAct))
}

/** Whether it passes its arguments on to one endpoint that may be repeated. Others read first what they change: the next step is another one. */
const isRepeatable = ({ id, writes = [] }: Command): boolean =>
  writes.length === 1 && writes[0] === id && /^(PUT|DELETE) /.test(contract[writes[0]].route)

/** Whether it runs, sends or loads something elsewhere. */
const reachesOut = (command: Command): boolean =>
  endpointsOf(command).some(({ limit, reaches }) => reaches === true || (limit !== undefined && limit !== 'password'))

/** Whether a command changes or deletes what there is, and not only adds to it. */
export const changesThings = (command: Command): boolean => !isReading(command) && !onlyAdds(command)

/** Hints of the protocol about a command, as its endpoints declare it. Clients rely on them when they ask their person, or do not. */
export const hintsOf = (command: Command) => ({
  readOnlyHint: isReading(command),
  destructiveHint: changesThings(command),
  idempotentHint: isReading(command) || isRepeatable(command),
  openWorldHint: reachesOut(command),
})

/** The arguments by which a command shows something to the public; true where it always does, none where it never does. */
export const opensBy = (command: Command): true | readonly string[] => {
  const each = endpointsOf(command).map(({ opens = [] }) => opens)
  return each.includes(true) || each.flatMap((fields) => (fields === true ? [] : fields))
}

/** The arguments whose values people outside of the project see while its object is public; true: all of them. */
export const seenFieldsOf = (command: Command): true | readonly string[] => {
  const each = endpointsOf(command).map(({ seen = [] }) => seen)
  return (
    each.includes(true) ||
    each
      .flatMap((fields) => (fields === true ? [] : fields))
      .filter((field) => argumentsOf(command).some(({ key }) => key === field))
  )
}
