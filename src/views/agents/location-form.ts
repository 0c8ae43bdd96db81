import { placeProblems } from '../../domain/agents/place-rules.ts'
import { choice, text } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import type { AgentRow } from './agent-words.tsx'
import { bindingOf, boundValue } from './bound-choice.ts'

type PlaceDraft = {
  readonly name: string
  readonly cloud: string
  readonly region: string
  readonly country: string
  readonly city: string
  readonly coordinates: string
  /** The binding, as `boundValue` writes it. */
  readonly bound: string
}

const PAIR = /^-?\d+(\.\d+)?,\s*-?\d+(\.\d+)?$/

const pairOf = (coordinates: string): number[] => coordinates.split(',').map(Number)

/** The form of an agent's location. */
export const locationForm = recordTable<PlaceDraft>()({
  fields: {
    name: text({ label: 'Name', maxLength: 200, autoFocus: true }),
    cloud: text({ label: 'Provider', optional: true, placeholder: 'AWS', maxLength: 40 }),
    region: text({ label: 'Region', optional: true, placeholder: 'eu-central-1', maxLength: 100 }),
    country: text({ label: 'Country', optional: true, placeholder: 'DE', hint: 'Two letters.', maxLength: 2 }),
    city: text({ label: 'City', optional: true, maxLength: 200 }),
    coordinates: text({
      label: 'Coordinates',
      optional: true,
      placeholder: '52.5, 13.4',
      hint: 'Latitude, longitude.',
    }),
    bound: choice({
      label: 'Runs monitors of',
      hint: 'Agents drop the secrets of other projects at once. Join tokens keep what they were made for.',
      options: [],
    }),
  },
  rules: ({ name, country, coordinates }) => [
    ...(name === '' ? [{ field: 'name', message: 'Enter a name.' }] : []),
    ...(coordinates !== '' && !PAIR.test(coordinates)
      ? [{ field: 'coordinates', message: 'Enter a latitude and a longitude, such as 52.5, 13.4.' }]
      : placeProblems({ country, coordinates: coordinates === '' ? null : pairOf(coordinates) })),
  ],
})

/** The draft of an agent's location as it is stored. */
export const placeDraft = ({ name, place, bound_to }: AgentRow): PlaceDraft => ({
  name,
  cloud: place.cloud ?? '',
  region: place.region ?? '',
  country: place.country ?? '',
  city: place.city ?? '',
  coordinates: place.location?.join(', ') ?? '',
  bound: boundValue(bound_to),
})

/** The body that saves a draft; the binding only where it changed. */
export const placeBody = ({ coordinates, bound, ...place }: PlaceDraft, base: PlaceDraft) => ({
  ...place,
  ...(bound !== base.bound && { bound_to: bindingOf(bound) }),
  coordinates: coordinates === '' ? null : pairOf(coordinates),
})
