import type { KeyBinding } from '../../commands/core/key-bindings.ts'
import { Kbd } from '../parts/act/Kbd.tsx'
import classes from './PendingKeys.module.css'

/** Keys that can follow the first key of a sequence (`pendingHint` in src/commands/core/keys.ts says when to show them). */
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
