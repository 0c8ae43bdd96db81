import type { Command } from '../../commands/core/command.ts'
import { explain } from '../../commands/core/line/explain.ts'
import { shownKey } from '../../commands/core/own-keys.ts'
import type { World } from '../../commands/core/world.ts'
import { Kbd } from '../parts/act/Kbd.tsx'
import classes from './Console.module.css'

/** A command with its arguments: `? run monitor`. */
export const ExplainedCommand = ({ command, world }: { command: Command; world: World }) => {
  const { arguments: args, example, effect } = explain(command, world)
  const keys = shownKey(command, world.preferences)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={classes.explained} aria-label={`About ${command.words}`} tabIndex={0}>
      <h2>
        <code>{command.words}</code> {command.title} {keys !== null && <Kbd keys={keys} />}
      </h2>
      <p>
        {effect} {(command.aliases ?? []).length > 0 && `Also read: ${(command.aliases ?? []).join(', ')}.`}
      </p>
      {args.length > 0 && (
        <dl>
          {args.map(({ flag, required, prompt, takes, choices }) => (
            <div key={flag}>
              <dt>
                <code>{required ? `<${flag.slice(2)}>` : flag}</code>
                {!required && <span className={classes.grey}> optional</span>}
              </dt>
              <dd>
                {prompt} <span className={classes.grey}>{takes}</span>
                {choices.length > 0 && (
                  <ul>
                    {choices.map(({ value, note }) => (
                      <li key={value}>
                        <code>{value}</code> {note && <span className={classes.grey}>{note}</span>}
                      </li>
                    ))}
                  </ul>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p>
        Example: <code>{example}</code>
      </p>
    </section>
  )
}
