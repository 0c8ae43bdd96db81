import { routes } from '../../commands/routes.ts'
import { LANDINGS } from '../../contract/accounts/appearance.ts'
import { useMachine } from '../core/machines-of.ts'
import { useActs } from '../parts/act/acts.ts'
import { Field } from '../parts/form/Field.tsx'
import { Select } from '../parts/form/Select.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './objectives.module.css'

/** The screen that sign-in leads to; it is stored with the account. */
export const DefaultView = () => {
  const acts = useActs()
  const landing = useMachine('preferences', (snapshot) => snapshot?.context.landing) ?? 'collections'
  return (
    <Card title="Default view">
      <div className="stack">
        <Field label="Sign-in leads to">
          <Select
            value={landing}
            options={LANDINGS.map((value) => ({ value, label: routes[value].title }))}
            onValue={(view) => acts.perform('home.default-view', { view })}
          />
        </Field>
        <p className={classes.note}>Yours alone, in all projects and on all devices.</p>
      </div>
    </Card>
  )
}
