import { countryName, flagOf } from './countries.ts'

type Place = {
  readonly name: string
  readonly cloud?: string | undefined
  readonly region?: string | undefined
  readonly country?: string | undefined
}

const isKnown = (text: string | undefined): text is string => text !== undefined && text !== '' && text !== '?'

/** Returns provider, region and country with its flag, such as `AWS eu-central-1 🇩🇪 Germany`; the name where none is known. */
export const shortName = ({ name, cloud, region, country }: Place): string => {
  const parts = [cloud, region, ...(isKnown(country) ? [flagOf(country), countryName(country)] : [])].filter(isKnown)
  return parts.length === 0 ? name : parts.join(' ')
}
