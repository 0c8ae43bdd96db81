import { useState } from 'react'
import { problemAt } from '../monitors/form-problems.ts'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { FieldGroup } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Located } from './Flag.tsx'
import type { FieldProps } from './field-props.ts'
import { placesWords } from './Places.tsx'
import classes from './schedules.module.css'
import type { Places, Region } from './use-places.ts'

const PROVIDERS: ReadonlySet<string> = new Set(['aws', 'azr', 'goo', 'sft'])
const SEARCH_FROM = 9

const toggled = (all: readonly string[], one: string, isChosen: boolean): readonly string[] =>
  isChosen ? [...all, one] : all.filter((each) => each !== one)

type RegionsProps = FieldProps & { readonly label: string; readonly regions: readonly Region[] }

const Regions = ({ form, label, regions, onChange, onLeave }: RegionsProps) => (
  <FieldGroup label={label}>
    <div className={classes.choices}>
      {regions.map(({ id, name, locations }) => (
        <Checkbox
          key={id}
          checked={form.regions.includes(id)}
          hint={locations.length === 0 ? 'No location yet' : placesWords(locations)}
          onValue={(isChosen) => {
            onChange('regions', toggled(form.regions, id, isChosen))
            onLeave('where')
          }}
        >
          {name}
        </Checkbox>
      ))}
    </div>
  </FieldGroup>
)

const Locations = ({ form, places, onChange, onLeave }: FieldProps & { places: Places }) => {
  const [sought, setSought] = useState('')
  const text = sought.trim().toLowerCase()
  const found = places.locations.filter(({ id, name, cloud, country }) =>
    `${id} ${name} ${cloud} ${country}`.toLowerCase().includes(text),
  )
  const gone = form.locations.filter((id) => places.known && !places.locations.some((location) => location.id === id))
  return (
    <FieldGroup label="Single locations" hint="They are added to the regions above.">
      {places.locations.length >= SEARCH_FROM && (
        <TextInput small label="Find a location" placeholder="Find a location" value={sought} onValue={setSought} />
      )}
      <div className={classes.choices}>
        {found.map(({ id, name, cloud, country, online }) => (
          <Checkbox
            key={id}
            checked={form.locations.includes(id)}
            hint={[cloud === '?' ? id : cloud, online ? 'online' : 'offline: no runs from here'].join(', ')}
            onValue={(isChosen) => {
              onChange('locations', toggled(form.locations, id, isChosen))
              onLeave('where')
            }}
          >
            <Located country={country} name={name} />
          </Checkbox>
        ))}
        {gone.map((id) => (
          <Checkbox
            key={id}
            checked
            hint="This location is gone"
            onValue={() => onChange('locations', toggled(form.locations, id, false))}
          >
            {id}
          </Checkbox>
        ))}
      </div>
      {found.length === 0 && <p className="muted small">No location by that name.</p>}
    </FieldGroup>
  )
}

/** Where runs are made from. */
export const PlaceFields = (props: FieldProps & { places: Places }) => {
  const { form, problems, places, onChange, onLeave } = props
  const worldwide = form.regions.some((id) => id === 'all' || id === 'ww')
  const others = places.regions.filter(({ id }) => id !== 'all')
  const chosen = places.of(form)
  return (
    <Card title="Where from" sub={places.known ? placesWords(chosen) : undefined}>
      <div className="stack">
        <FieldGroup label="Everywhere" error={problemAt(problems, 'where')} id={fieldId('where')}>
          <Checkbox
            checked={worldwide}
            hint={`${placesWords(places.locations)}. Locations that join later are included.`}
            onValue={(isChosen) => {
              onChange('regions', isChosen ? ['all'] : form.regions.filter((id) => id !== 'all' && id !== 'ww'))
              onLeave('where')
            }}
          >
            Worldwide
          </Checkbox>
        </FieldGroup>
        {!worldwide && (
          <>
            <Regions {...props} label="By continent" regions={others.filter(({ id }) => !PROVIDERS.has(id))} />
            <Regions {...props} label="By cloud provider" regions={others.filter(({ id }) => PROVIDERS.has(id))} />
            <details className={classes.advanced} open={form.locations.length > 0}>
              <summary>Advanced</summary>
              <Locations {...props} />
            </details>
          </>
        )}
      </div>
    </Card>
  )
}
