import type { HoursWindow } from '../../domain/schedules/business-hours.ts'
import { DAY_NAMES } from '../../domain/schedules/business-hours-text.ts'
import { useZoneOptions } from '../downtimes/use-zone-options.ts'
import { problemAt } from '../kit/form/field-errors.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Checkbox, Switch } from '../parts/form/Checkbox.tsx'
import { Field, FieldGroup } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { newWindow } from './hours-form.ts'
import type { ScheduleFormState } from './schedule-form.ts'
import classes from './schedules.module.css'

/** Windows that a form can have. */
const MOST_WINDOWS = 20

type WindowFieldsProps = {
  readonly form: ScheduleFormState
  readonly window: HoursWindow
  readonly at: number
  readonly onChange: (window: HoursWindow) => void
  /** Absent for the only window. */
  readonly onRemove: (() => void) | undefined
}

const WindowFields = ({ form: { problems, touch }, window, at, onChange, onRemove }: WindowFieldsProps) => {
  const path = (key: string) => `hours.windows[${at}].${key}`
  const toggled = (day: number, isOn: boolean) =>
    isOn ? [...window.days, day].toSorted((a, b) => a - b) : window.days.filter((each) => each !== day)
  const time = (key: 'start' | 'end', label: string) => (
    <Field label={label} error={problemAt(problems, path(key))} id={fieldId(path(key))}>
      <TextInput
        type="time"
        value={window[key]}
        onValue={(typed) => onChange({ ...window, [key]: typed.slice(0, 5) })}
        onLeave={() => touch(path(key))}
      />
    </Field>
  )
  return (
    <div className={classes.window}>
      <FieldGroup
        label={`Days of window ${at + 1}`}
        error={problemAt(problems, path('days'))}
        id={fieldId(path('days'))}
      >
        <div className={classes.days}>
          {DAY_NAMES.map((name, index) => (
            <Checkbox
              key={name}
              checked={window.days.includes(index + 1)}
              onValue={(isOn) => {
                onChange({ ...window, days: toggled(index + 1, isOn) })
                touch(path('days'))
              }}
            >
              {name}
            </Checkbox>
          ))}
        </div>
      </FieldGroup>
      <div className={classes.times}>
        {time('start', 'From')}
        {time('end', 'To')}
        {onRemove && (
          <FormButton
            label={`Remove window ${at + 1}`}
            icon="close"
            kind="ghost"
            size="small"
            iconOnly
            onPress={onRemove}
          />
        )}
      </div>
    </div>
  )
}

/** Weekly windows of a schedule, outside of which it makes no runs. */
export const HoursFields = ({ form }: { form: ScheduleFormState }) => {
  const { draft, base, change, problems } = form
  const { hours } = draft
  const zones = useZoneOptions(base.hours.timezone)
  const { windows } = hours
  const set = (changed: Partial<typeof hours>) => change('hours', { ...hours, ...changed })
  return (
    <Card title="Business hours">
      <div className="stack">
        <Switch
          checked={hours.on}
          hint="Outside of them nothing runs, and nothing counts as missed."
          onValue={(on) => set({ on })}
        >
          Only during business hours
        </Switch>
        {hours.on && (
          <>
            {windows.map((window, at) => (
              <WindowFields
                // A window has no identity beside its place.
                // biome-ignore lint/suspicious/noArrayIndexKey: all its controls are controlled
                key={at}
                {...{ form, window, at }}
                onChange={(changed) => set({ windows: windows.with(at, changed) })}
                onRemove={windows.length > 1 ? () => set({ windows: windows.toSpliced(at, 1) }) : undefined}
              />
            ))}
            {windows.length < MOST_WINDOWS && (
              <div>
                <FormButton
                  label="Add window"
                  icon="plus"
                  kind="secondary"
                  size="small"
                  onPress={() => set({ windows: [...windows, newWindow()] })}
                />
              </div>
            )}
            <Field
              label="Time zone"
              hint="Windows keep their local times when clocks change. One that ends before it starts goes on the next day."
              error={problemAt(problems, 'hours.timezone')}
              id={fieldId('hours.timezone')}
            >
              <Select value={hours.timezone} options={zones} onValue={(timezone) => set({ timezone })} />
            </Field>
          </>
        )}
      </div>
    </Card>
  )
}
