import { SYSTEM_VARIABLES } from '../../domain/environments/system-variables.ts'
import { Card } from '../parts/text/Card.tsx'
import classes from './environments.module.css'

/** All system variables, which every run has without being given them. */
export const SystemVariables = () => (
  <Card title="System variables" sub="used where no other variable has the name">
    <dl className={classes.system}>
      {Object.entries(SYSTEM_VARIABLES).map(([name, { words, example }]) => (
        <div key={name} id={`system-${name}`}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            {words}
            {example !== '' && <small>{example}</small>}
          </dd>
        </div>
      ))}
    </dl>
  </Card>
)
