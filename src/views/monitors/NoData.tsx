import { useLocationName } from '../agents/use-location-name.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { Monitor } from './monitor-list.ts'

/** Says from where a monitor has no data, since when, and as far as it is known why. */
export const NoData = ({ silence }: { silence: NonNullable<Monitor['no_data']> }) => {
  const nameOf = useLocationName()
  const { locations, everywhere } = silence
  return (
    <Notice kind="warning" title={everywhere ? 'No data.' : `No data from ${counted(locations.length)}.`}>
      <p>A schedule calls this monitor, but no result has come for two periods or longer.</p>
      <ul>
        {locations.map(({ location_id, since, away_since }) => (
          <li key={location_id}>
            <strong>{nameOf(location_id)}</strong>, no result since <Time at={since} as="full" />
            {away_since === null ? (
              ': an agent is connected there, but no result arrives.'
            ) : (
              <>
                : no agent of this location has asked for work since <Time at={away_since} as="full" />. Check that it
                runs and reaches this server.
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const counted = (locations: number): string => (locations === 1 ? 'one location' : `${locations} locations`)
