import { useMemo } from 'react'
import { zoneChoices } from '../parts/form/time-zones.ts'

/** The time zones that this browser knows, and the stored one. */
export const useZoneOptions = (zone: string) =>
  useMemo(() => {
    const groups = zoneChoices()
    const isKnown = groups.some(({ options }) => options.some(({ value }) => value === zone))
    return isKnown ? groups : [{ value: zone, label: zone }, ...groups]
  }, [zone])
