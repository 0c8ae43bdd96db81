import { type Problem, problem } from '../core/problem.ts'
import { isCountry } from './countries.ts'

type Given = {
  readonly name?: string | undefined
  readonly country?: string | null | undefined
  readonly coordinates?: readonly number[] | null | undefined
}

/** Checks the place of a location as a person enters it. */
export const placeProblems = ({ name, country, coordinates }: Given): Problem[] => {
  const [latitude = 0, longitude = 0] = coordinates ?? []
  return [
    ...(name !== undefined && name.trim() === '' ? [problem('name', 'required', 'must not be empty.')] : []),
    ...(country && !isCountry(country)
      ? [problem('country', 'invalid', 'must be the two-letter code of a country, such as DE.')]
      : []),
    ...(Math.abs(latitude) > 90 || Math.abs(longitude) > 180
      ? [problem('coordinates', 'range', 'must be a latitude from -90 to 90 and a longitude from -180 to 180.')]
      : []),
  ]
}
