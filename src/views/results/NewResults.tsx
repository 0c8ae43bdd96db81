import { Act } from '../parts/act/Act.tsx'
import classes from './results.module.css'

/** Says how many results arrived since the list was read, with the command that shows them; nothing while there are none. */
export const NewResults = ({ waiting }: { readonly waiting: number }) =>
  waiting > 0 && (
    <p className={classes.waiting} role="status">
      <Act
        command="result.newest"
        kind="primary"
        size="small"
        icon="up"
        label={waiting === 1 ? '1 new result' : `${waiting} new results`}
      />
    </p>
  )
