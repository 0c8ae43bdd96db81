import { nounsOf } from '../../commands/core/bulk-words.ts'
import type { Command, KeyScope } from '../../commands/core/command.ts'
import { type KeyBinding, keyKindOf } from '../../commands/core/key-bindings.ts'
import type { OwnKeys } from '../../commands/core/own-keys.ts'
import { bindingsFor } from '../../commands/registry.ts'
import { Kbd } from '../parts/act/Kbd.tsx'
import classes from './Console.module.css'

/** Where keys act: in a scope, or on the screens of their command's own kind. */
type Where = KeyScope | 'own screens'

const TITLES: Readonly<Record<Where, string>> = {
  anywhere: 'Anywhere',
  'own screens': 'On the screen of alerts, schedules and so on',
  list: 'In a list',
  object: 'On the row or the open object',
  form: 'In a form',
}
const ORDER: readonly Where[] = ['anywhere', 'own screens', 'object', 'list', 'form']

/** All keyboard shortcuts of a person by where they act, derived from the commands. */
export const Shortcuts = ({ own }: { own: OwnKeys }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
  <section className={classes.shortcuts} aria-label="Keyboard shortcuts" tabIndex={0}>
    <div className={classes.columns}>
      {ORDER.map((where) => (
        <div key={where}>
          <h2>{TITLES[where]}</h2>
          <dl>
            {rowsOf(where, own).map(({ command, keys }) => (
              <div key={command.id}>
                <dt>{titleOf(command)}</dt>
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

/** A command's title, with its object where keys act on one: "Delete monitor", not "Delete". */
const titleOf = (command: Command): string => {
  const kind = keyKindOf(command)
  if (kind === null || command.keysFor) return command.title
  const [noun] = nounsOf(kind)
  return command.title.toLowerCase().includes(noun) ? command.title : `${command.title} (${noun})`
}

const whereOf = ({ command, scope }: KeyBinding): Where => (command.keysFor || command.keysOn ? 'own screens' : scope)

const rowsOf = (where: Where, own: OwnKeys) => {
  const rows = new Map<string, { command: KeyBinding['command']; keys: string[] }>()
  for (const binding of bindingsFor(own)) {
    if (whereOf(binding) !== where) continue
    const row = rows.get(binding.command.id)
    if (row) row.keys.push(binding.keys)
    else rows.set(binding.command.id, { command: binding.command, keys: [binding.keys] })
  }
  return [...rows.values()]
}
