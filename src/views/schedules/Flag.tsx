import { Icon } from '../parts/text/Icon.tsx'
import classes from './schedules.module.css'

const REGIONAL_A = 0x1f1e6

const lettersOf = (country: string): string =>
  String.fromCodePoint(...[...country.toUpperCase()].map((letter) => REGIONAL_A + letter.charCodeAt(0) - 65))

let drawn: boolean | null = null

/** Whether this browser has flags to draw: where it has none, the two letters stay apart, and are as wide as two. */
const drawsFlags = (): boolean => {
  if (drawn !== null) return drawn
  const pencil = document.createElement('canvas').getContext('2d')
  const flag = pencil?.measureText(lettersOf('ch')).width ?? 0
  const letter = pencil?.measureText(lettersOf('c')).width ?? 0
  drawn = flag > 0 && flag < letter * 1.5
  return drawn
}

/** The flag of a location's country, or its two letters where there are no flags; a pin where the country is not known. */
export const Flag = ({ country }: { country: string }) => {
  if (!/^[A-Za-z]{2}$/.test(country)) return <Icon name="location" />
  return drawsFlags() ? (
    <span className={classes.flag} aria-hidden="true">
      {lettersOf(country)}
    </span>
  ) : (
    <span className={classes.country}>{country.toUpperCase()}</span>
  )
}

/** A location by its flag and name. */
export const Located = ({ country, name }: { country: string; name: string }) => (
  <span className={classes.located}>
    <Flag country={country} />
    {name}
  </span>
)
