import { placeProblems } from '../../domain/agents/place-rules.ts'
import { text } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import type { AgentRow } from './agent-words.tsx'

type PlaceDraft = {
  readonly name: string
  readonly cloud: string
  readonly region: string
  readonly country: string
  readonly city: string
  readonly coordinates: string
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
  },
  rules: ({ name, country, coordinates }) => [
    ...(name === '' ? [{ field: 'name', message: 'Enter a name.' }] : []),
    ...(coordinates !== '' && !PAIR.test(coordinates)
      ? [{ field: 'coordinates', message: 'Enter a latitude and a longitude, such as 52.5, 13.4.' }]
      : placeProblems({ country, coordinates: coordinates === '' ? null : pairOf(coordinates) })),
  ],
})

/** The draft of an agent's location as it is stored. */
export const placeDraft = ({ name, place }: AgentRow): PlaceDraft => ({
  name,
  cloud: place.cloud ?? '',
  region: place.region ?? '',
  country: place.country ?? '',
  city: place.city ?? '',
  coordinates: place.location?.join(', ') ?? '',
})

/** The body that saves a draft. */
export const placeBody = ({ coordinates, ...place }: PlaceDraft) => ({
  ...place,
  coordinates: coordinates === '' ? null : pairOf(coordinates),
})
