import { REGIONS } from '../../domain/agents/regions.ts'
import { useLocations } from '../agents/use-location-name.ts'
import { problemAt } from '../kit/form/field-errors.ts'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { FieldGroup, Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Card } from '../parts/text/Card.tsx'
import classes from './report-form.module.css'
import type { ReportFormState } from './report-form.ts'

const toggled = (all: readonly string[], one: string, isChosen: boolean): string[] =>
  isChosen ? [...all, one] : all.filter((each) => each !== one)

/** The locations whose results count. */
export const LocationsCard = ({ form }: { form: ReportFormState }) => {
  const { regions, locations } = form.draft
  const known = useLocations()
  const isAll = regions.includes('all') || regions.includes('ww')
  const gone = locations.filter((id) => !known.some((location) => location.id === id))
  const problem = problemAt(form.problems, 'locations') ?? problemAt(form.problems, 'regions')
  return (
    <Card title="Locations" sub={isAll ? 'all' : undefined}>
      <div className="stack" id={fieldId('locations')} tabIndex={-1}>
        <Checkbox
          checked={isAll}
          hint="Results of every location count, also of those that join later."
          onValue={(isChosen) => form.change('regions', isChosen ? ['all'] : [])}
        >
          All locations
        </Checkbox>
        {!isAll && (
          <>
            <FieldGroup label="Regions">
              <div className={classes.choices}>
                {REGIONS.filter(({ id, name }) => name !== '' && id !== 'all').map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    checked={regions.includes(id)}
                    onValue={(isChosen) => form.change('regions', toggled(regions, id, isChosen))}
                  >
                    {name}
                  </Checkbox>
                ))}
              </div>
            </FieldGroup>
            <FieldGroup label="Single locations">
              <div className={classes.choices}>
                {known.map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    checked={locations.includes(id)}
                    onValue={(isChosen) => form.change('locations', toggled(locations, id, isChosen))}
                  >
                    {name}
                  </Checkbox>
                ))}
                {gone.map((id) => (
                  <Checkbox
                    key={id}
                    checked
                    hint="This location is gone."
                    onValue={() => form.change('locations', toggled(locations, id, false))}
                  >
                    {id}
                  </Checkbox>
                ))}
              </div>
            </FieldGroup>
          </>
        )}
        {problem && <Problem id={`${fieldId('locations')}-error`}>{problem}</Problem>}
      </div>
    </Card>
  )
}
