import type { EndpointName } from '../../contract/contract.ts'
import type { Choices } from '../core/command.ts'
import type { EntityKind } from '../core/world.ts'

/** The word for all locations, in paths and in lines. */
const ALL = 'all'

const choices: Choices = () => [{ value: ALL, note: 'All locations' }]

/** Questions and choices for the arguments of a figure that name a location: all of them are a choice. */
export const everywhere = (of: Readonly<Record<string, EntityKind | undefined>>) => {
  const keys = Object.keys(of).filter((key) => of[key] === 'location')
  return {
    prompts: Object.fromEntries(keys.map((key) => [key, 'At which location, or all?'])),
    choices: Object.fromEntries(keys.map((key) => [key, choices])),
  }
}

/** A query without the filter that lets all locations through. Baselines are stored for each location and for all: they are asked for by the word. */
export const withoutAll = (
  name: EndpointName,
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const { location_id: id, ...others } = query
  return id === ALL && !name.startsWith('baseline.') ? others : query
}
