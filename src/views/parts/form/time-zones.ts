import { grouped } from '../../../domain/core/grouped.ts'

/** The zone of this browser: "Europe/Vienna". */
export const browsersZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Every zone that this browser knows, by its region, with spaces in place of underscores. */
export const zoneChoices = (): readonly {
  readonly group: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}[] => {
  const groups = grouped(Intl.supportedValuesOf('timeZone'), (zone) => zone.split('/')[0] ?? zone)
  groups.set('UTC', ['UTC'])
  return [...groups]
    .sort(([a], [b]) => (a === 'UTC' ? -1 : b === 'UTC' ? 1 : a.localeCompare(b, 'en')))
    .map(([group, zones]) => ({
      group,
      options: zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    }))
}
