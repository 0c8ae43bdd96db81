import { useMemo } from 'react'
import { useMachine } from '../core/machines-of.ts'
import { usePerform } from '../core/use-world.ts'
import classes from '../kit/settings/settings.module.css'
import { Switch } from '../parts/form/Checkbox.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { Select } from '../parts/form/Select.tsx'
import { browsersZone, zoneChoices } from '../parts/form/time-zones.ts'
import { Card } from '../parts/text/Card.tsx'
import { Time } from '../parts/text/Time.tsx'

const THEMES = [
  { value: 'system', label: 'Same as the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const DENSITIES = [
  { value: 'compact', label: 'Compact' },
  { value: 'regular', label: 'Regular' },
  { value: 'relaxed', label: 'Relaxed' },
]

/** Appearance and keyboard settings. Each change is saved with the account immediately. */
export const AppearanceCard = () => {
  const preferences = useMachine('preferences', (snapshot) => snapshot?.context)
  const perform = usePerform()
  const now = useMemo(() => Date.now(), [])
  const zones = useMemo(() => zoneChoices(), [])
  if (!preferences) return null
  const { theme, density, singleKeys, timeZone } = preferences
  return (
    <Card title="Appearance" sub="saved at once">
      <div className="stack">
        <div className={classes.choice}>
          <span>Theme</span>
          <Segmented
            label="Theme"
            value={theme}
            options={THEMES}
            acting={(chosen) => ({ command: 'appearance.theme', args: { theme: chosen } })}
          />
        </div>
        <div className={classes.choice}>
          <span>Density</span>
          <Segmented
            label="Density"
            value={density}
            options={DENSITIES}
            acting={(chosen) => ({ command: 'appearance.density', args: { density: chosen } })}
          />
        </div>
        <Field
          label="Time zone"
          hint={
            <>
              It is <Time at={now} as="full" /> there. Statistics are in UTC.
            </>
          }
        >
          <Select
            value={timeZone ?? 'browser'}
            options={[{ value: 'browser', label: `Same as the browser (${browsersZone()})` }, ...zones]}
            onValue={(zone) => perform('appearance.time-zone', { zone })}
          />
        </Field>
        <Switch
          checked={singleKeys}
          acting={{ command: 'appearance.single-keys', args: { on: !singleKeys } }}
          hint="When off, only shortcuts with Ctrl or ⌘ work, which suits speech input."
        >
          Single-letter shortcuts
        </Switch>
      </div>
    </Card>
  )
}
