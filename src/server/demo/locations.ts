import type { LocationDoc } from '../store/agents/locations.ts'

/** A simulated location. `roundTripMs`: to the demo's hosts in Europe. */
export type SimulatedLocation = { readonly id: string; readonly place: LocationDoc; readonly roundTripMs: number }

const simulated = (
  id: string,
  roundTripMs: number,
  place: Pick<LocationDoc, 'cloud' | 'cloud_full_name' | 'continent' | 'country' | 'city' | 'region' | 'location'> & {
    name: string
  },
): SimulatedLocation => ({
  id: `simulated_${id}`,
  roundTripMs,
  place: { ...place, name: `${place.name} (simulated)`, simulated: true },
})

const AWS = { cloud: 'AWS', cloud_full_name: 'Amazon Web Services' }
const AZURE = { cloud: 'AZURE', cloud_full_name: 'Microsoft Azure' }
const GOOGLE = { cloud: 'GOOGLE', cloud_full_name: 'Google Cloud' }

/** The demo's locations, in the order in which they are used. */
export const SIMULATED_LOCATIONS: readonly SimulatedLocation[] = [
  simulated('awseuwest', 14, {
    ...AWS,
    name: 'Ireland',
    continent: 'EU',
    country: 'IE',
    city: 'Dublin',
    region: 'eu-west-1',
    location: [53.35, -6.26],
  }),
  simulated('awsuseast', 78, {
    ...AWS,
    name: 'N. Virginia',
    continent: 'NA',
    country: 'US',
    city: 'Ashburn',
    region: 'us-east-1',
    location: [39.04, -77.49],
  }),
  simulated('azuresoutheastasia', 164, {
    ...AZURE,
    name: 'Singapore',
    continent: 'AS',
    country: 'SG',
    city: 'Singapore',
    region: 'southeastasia',
    location: [1.35, 103.82],
  }),
  simulated('goosaopaulo', 186, {
    ...GOOGLE,
    name: 'São Paulo',
    continent: 'SA',
    country: 'BR',
    city: 'São Paulo',
    region: 'southamerica-east1',
    location: [-23.55, -46.63],
  }),
  simulated('azurejohannesburg', 148, {
    ...AZURE,
    name: 'Johannesburg',
    continent: 'AF',
    country: 'ZA',
    city: 'Johannesburg',
    region: 'southafricanorth',
    location: [-26.2, 28.05],
  }),
  simulated('goosydney', 251, {
    ...GOOGLE,
    name: 'Sydney',
    continent: 'OC',
    country: 'AU',
    city: 'Sydney',
    region: 'australia-southeast1',
    location: [-33.87, 151.21],
  }),
  simulated('awsfrankfurt', 6, {
    ...AWS,
    name: 'Frankfurt',
    continent: 'EU',
    country: 'DE',
    city: 'Frankfurt',
    region: 'eu-central-1',
    location: [50.11, 8.68],
  }),
  simulated('awstokyo', 221, {
    ...AWS,
    name: 'Tokyo',
    continent: 'AS',
    country: 'JP',
    city: 'Tokyo',
    region: 'ap-northeast-1',
    location: [35.68, 139.69],
  }),
]
