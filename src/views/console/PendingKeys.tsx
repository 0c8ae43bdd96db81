import type { KeyBinding } from '../../commands/registry.ts'
import { Kbd } from '../parts/act/Kbd.tsx'
import classes from './PendingKeys.module.css'

/** What may follow a key that was pressed first: shown while it is waited for (`pendingHint` in src/commands/core/keys.ts says when). */
export const PendingKeys = ({ bindings }: { bindings: readonly KeyBinding[] }) =>
  bindings.length === 0 ? null : (
    <div className={classes.hint} role="status">
      {bindings.map(({ keys, command }) => (
        <span key={command.id}>
          <Kbd keys={keys.split(' ').slice(1).join(' ')} />
          {command.title}
        </span>
      ))}
    </div>
  )
