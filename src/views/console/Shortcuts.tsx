import type { KeyBinding } from '../../commands/core/key-bindings.ts'
import { KEY_PLACES, type KeyPlace, keyPlaceOf, keyTitleOf } from '../../commands/core/key-places.ts'
import { areSingle, type KeyPreferences } from '../../commands/core/own-keys.ts'
import { bindingsFor } from '../../commands/registry.ts'
import { Kbd } from '../parts/act/Kbd.tsx'
import classes from './Console.module.css'

/** All keyboard shortcuts of a person by where they act, derived from the commands. */
export const Shortcuts = ({ preferences }: { preferences: KeyPreferences }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
  <section className={classes.shortcuts} aria-label="Keyboard shortcuts" tabIndex={0}>
    <div className={classes.columns}>
      {KEY_PLACES.map(([place, title]) => (
        <div key={place}>
          <h2>{title}</h2>
          <dl>
            {rowsOf(place, preferences).map(({ command, keys }) => (
              <div key={command.id}>
                <dt>{keyTitleOf(command)}</dt>
                <dd>
                  {keys.map((each, index) => (
                    <span key={each}>
                      {index > 0 && <span className={classes.grey}> or </span>}
                      <span className="sr">{each}</span>
                      <Kbd keys={each} />
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  </section>
)

const rowsOf = (place: KeyPlace, { keys: own, singleKeys }: KeyPreferences) => {
  const rows = new Map<string, { command: KeyBinding['command']; keys: string[] }>()
  for (const binding of bindingsFor(own)) {
    // Keys that do nothing for this person are none.
    if (keyPlaceOf(binding.command) !== place || (!singleKeys && areSingle(binding.keys))) continue
    const row = rows.get(binding.command.id)
    if (row) row.keys.push(binding.keys)
    else rows.set(binding.command.id, { command: binding.command, keys: [binding.keys] })
  }
  return [...rows.values()]
}
