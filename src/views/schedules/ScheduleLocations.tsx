import { tip } from '../parts/overlay/tip.ts'
import { Icon } from '../parts/text/Icon.tsx'
import { Flag } from './Flag.tsx'
import type { Schedule } from './schedule-form.ts'
import classes from './schedules.module.css'
import type { ScheduleLocations as LocationsValue } from './use-schedule-locations.ts'

const SHOWN = 2

/** `2 locations, 1 offline` */
export const locationCountText = (locations: readonly { readonly online: boolean }[]): string => {
  const offline = locations.filter(({ online }) => !online).length
  const count = `${locations.length} ${locations.length === 1 ? 'location' : 'locations'}`
  return offline === 0 ? count : `${count}, ${offline === locations.length ? 'all' : offline} offline`
}

const RegionIcon = ({ id }: { id: string }) => <Icon name={id.length === 2 || id === 'all' ? 'globe' : 'supplier'} />

/** Where a schedule calls from, as it was chosen: regions first, then single locations. */
export const ScheduleLocations = ({
  schedule,
  places,
}: {
  schedule: Pick<Schedule, 'regions' | 'locations'>
  places: LocationsValue
}) => {
  if (!places.known) return null
  const all = places.of(schedule)
  const chips = [
    ...schedule.regions.map((id) => ({
      id,
      name: places.regions.find((region) => region.id === id)?.name ?? 'Worldwide',
      face: <RegionIcon id={id} />,
      trouble: null,
    })),
    ...schedule.locations.map((id) => {
      const location = places.locations.find((one) => one.id === id)
      return {
        id,
        name: location?.name ?? id,
        face: <Flag country={location?.country ?? ''} />,
        trouble: location === undefined ? 'no agent' : location.online ? null : 'offline',
      }
    }),
  ]
  const rest = chips.length - SHOWN
  return (
    <span
      className={classes.places}
      {...tip(all.map(({ name, online }) => (online ? name : `${name} (offline)`)).join(', ') || 'No location')}
    >
      {chips.slice(0, SHOWN).map(({ id, name, face, trouble }) => (
        <span key={id} className={classes.chip} data-offline={trouble !== null || undefined}>
          {face}
          {trouble === null ? name : `${name}, ${trouble}`}
        </span>
      ))}
      {rest > 0 && <span className="muted small">+{rest}</span>}
      <span className="sr">: {locationCountText(all)}</span>
    </span>
  )
}
