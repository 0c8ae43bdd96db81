/** The traits of a location that decide its regions: two-letter continent and the provider's short name. */
export type LocationTraits = { readonly continent?: string | undefined; readonly cloud?: string | undefined }

type Region = { readonly id: string; readonly name: string; readonly holds: (place: LocationTraits) => boolean }

const continent = (id: string, name: string, ...codes: string[]): Region => ({
  id,
  name,
  holds: (place) => codes.includes(place.continent?.toUpperCase() ?? ''),
})
const provider = (id: string, name: string, ...clouds: string[]): Region => ({
  id,
  name,
  holds: (place) => clouds.includes(place.cloud?.toUpperCase() ?? ''),
})
const everywhere = () => true

/** Groups of locations that a schedule can name instead of single ones. */
export const REGIONS: readonly Region[] = [
  { id: 'all', name: 'Worldwide', holds: everywhere },
  { id: 'ww', name: '', holds: everywhere },
  continent('na', 'North America', 'NA'),
  continent('sa', 'South America', 'SA'),
  continent('eu', 'Europe', 'EU'),
  continent('ap', 'Asia-Pacific', 'AS', 'AP'),
  continent('oc', 'Oceania', 'OC'),
  continent('af', 'Africa', 'AF'),
  provider('aws', 'Amazon Web Services', 'AWS'),
  provider('azr', 'Microsoft Azure', 'AZURE', 'AZR'),
  provider('goo', 'Google Cloud', 'GOOGLE', 'GCP', 'GOO'),
  provider('sft', 'IBM Cloud', 'IBM', 'SFT', 'SOFTLAYER'),
]

/** Returns the ids of the regions that a location belongs to. */
export const regionsOf = (place: LocationTraits): string[] =>
  REGIONS.filter((region) => region.holds(place)).map((region) => region.id)
