import { useState } from 'react'
import { FormField } from '../kit/form/FormField.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { FieldGroup } from '../parts/form/Field.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Located } from './Flag.tsx'
import { locationCountText } from './ScheduleLocations.tsx'
import type { ScheduleFormState } from './schedule-form.ts'
import classes from './schedules.module.css'
import type { Region, ScheduleLocations } from './use-schedule-locations.ts'

const PROVIDERS: ReadonlySet<string> = new Set(['aws', 'azr', 'goo', 'sft'])
const SEARCH_FROM = 9

const toggled = (all: readonly string[], one: string, isChosen: boolean): readonly string[] =>
  isChosen ? [...all, one] : all.filter((each) => each !== one)

type FieldsProps = { readonly form: ScheduleFormState }
type RegionsProps = FieldsProps & { readonly label: string; readonly regions: readonly Region[] }

const Regions = ({ form: { draft, change, touch }, label, regions }: RegionsProps) => (
  <FieldGroup label={label}>
    <div className={classes.choices}>
      {regions.map(({ id, name, locations }) => (
        <Checkbox
          key={id}
          checked={draft.regions.includes(id)}
          hint={locations.length === 0 ? 'No location yet' : locationCountText(locations)}
          onValue={(isChosen) => {
            change('regions', toggled(draft.regions, id, isChosen))
            touch('where')
          }}
        >
          {name}
        </Checkbox>
      ))}
    </div>
  </FieldGroup>
)

const Locations = ({ form: { draft, change, touch }, places }: FieldsProps & { places: ScheduleLocations }) => {
  const [sought, setSought] = useState('')
  const text = sought.trim().toLowerCase()
  const found = places.locations.filter(({ id, name, cloud, country }) =>
    `${id} ${name} ${cloud} ${country}`.toLowerCase().includes(text),
  )
  const gone = draft.locations.filter((id) => places.known && !places.locations.some((location) => location.id === id))
  return (
    <FieldGroup label="Single locations" hint="They are added to the regions above.">
      {places.locations.length >= SEARCH_FROM && (
        <TextInput small label="Find a location" placeholder="Find a location" value={sought} onValue={setSought} />
      )}
      <div className={classes.choices}>
        {found.map(({ id, name, cloud, country, online }) => (
          <Checkbox
            key={id}
            checked={draft.locations.includes(id)}
            hint={[cloud === '?' ? id : cloud, online ? 'online' : 'offline: no runs from here'].join(', ')}
            onValue={(isChosen) => {
              change('locations', toggled(draft.locations, id, isChosen))
              touch('where')
            }}
          >
            <Located country={country} name={name} />
          </Checkbox>
        ))}
        {gone.map((id) => (
          <Checkbox
            key={id}
            checked
            hint="It has no agent any more: no runs from here"
            onValue={() => change('locations', toggled(draft.locations, id, false))}
          >
            {id}
          </Checkbox>
        ))}
      </div>
      {found.length === 0 && <p className="muted small">No matching location.</p>}
    </FieldGroup>
  )
}

/** Locations that a schedule runs from. */
export const LocationFields = (props: FieldsProps & { places: ScheduleLocations }) => {
  const { form, places } = props
  const { draft, change, touch } = form
  const worldwide = draft.regions.some((id) => id === 'all' || id === 'ww')
  const others = places.regions.filter(({ id }) => id !== 'all')
  const chosen = places.of(draft)
  return (
    <Card title="Where from" sub={places.known ? locationCountText(chosen) : undefined}>
      <div className="stack">
        <FormField form={form} name="where" label="Everywhere">
          <Checkbox
            checked={worldwide}
            hint={`${locationCountText(places.locations)}. Locations that join later are included.`}
            onValue={(isChosen) => {
              change('regions', isChosen ? ['all'] : draft.regions.filter((id) => id !== 'all' && id !== 'ww'))
              touch('where')
            }}
          >
            Worldwide
          </Checkbox>
        </FormField>
        {!worldwide && (
          <>
            <Regions {...props} label="By continent" regions={others.filter(({ id }) => !PROVIDERS.has(id))} />
            <Regions {...props} label="By cloud provider" regions={others.filter(({ id }) => PROVIDERS.has(id))} />
            <details className={classes.advanced} open={draft.locations.length > 0}>
              <summary>Advanced</summary>
              <Locations {...props} />
            </details>
          </>
        )}
      </div>
    </Card>
  )
}
