import { nounsOf } from '../../commands/core/bulk-words.ts'
import type { Command, KeyScope } from '../../commands/core/command.ts'
import { type KeyBinding, keyBindings, keyKindOf } from '../../commands/registry.ts'
import { Kbd } from '../parts/act/Kbd.tsx'
import classes from './Console.module.css'

const TITLES: Readonly<Record<KeyScope, string>> = {
  anywhere: 'Anywhere',
  list: 'In a list',
  object: 'On the row or the open object',
  form: 'In a form',
}
const SCOPES: readonly KeyScope[] = ['anywhere', 'object', 'list', 'form']

/** All keyboard shortcuts by scope, derived from the commands. */
export const Shortcuts = () => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
  <section className={classes.shortcuts} aria-label="Keyboard shortcuts" tabIndex={0}>
    {SCOPES.map((scope) => (
      <div key={scope}>
        <h2>{TITLES[scope]}</h2>
        <dl>
          {rowsOf(scope).map(({ command, keys }) => (
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
  </section>
)

/** A command's title, with its object where keys act on one: "Delete monitor", not "Delete". */
const titleOf = (command: Command): string => {
  const kind = keyKindOf(command)
  if (kind === null || command.keysFor) return command.title
  const [noun] = nounsOf(kind)
  return command.title.toLowerCase().includes(noun) ? command.title : `${command.title} (${noun})`
}

const rowsOf = (scope: KeyScope) => {
  const rows = new Map<string, { command: KeyBinding['command']; keys: string[] }>()
  for (const binding of keyBindings) {
    if (binding.scope !== scope) continue
    const row = rows.get(binding.command.id)
    if (row) row.keys.push(binding.keys)
    else rows.set(binding.command.id, { command: binding.command, keys: [binding.keys] })
  }
  return [...rows.values()]
}
