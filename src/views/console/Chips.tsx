import { type Argument, argumentsOf, isNamedBy, nameOfArgument } from '../../commands/core/argument.ts'
import type { Command } from '../../commands/core/command.ts'
import { labelOf } from '../../commands/core/line/label.ts'
import { MASK, secretsOf } from '../../commands/core/line/mask-secrets.ts'
import { entityOf } from '../../commands/core/naming.ts'
import type { World } from '../../commands/core/world.ts'
import { classNames } from '../parts/text/class-names.ts'
import { Icon } from '../parts/text/Icon.tsx'
import { isIcon } from '../parts/text/icons.ts'
import classes from './Console.module.css'

type Values = Readonly<Record<string, unknown>>

/** Answered arguments as chips; the argument being answered is tinted. */
export const Chips = (props: { command: Command; args: Values; asked: Argument | null; world: World }) => {
  const { command, args, asked, world } = props
  const secrets = secretsOf({ command, args })
  const answered = argumentsOf(command).filter((each) => each !== asked && args[each.key] !== undefined)
  return (
    <>
      <span className={classes.chip}>
        {command.icon && isIcon(command.icon) && <Icon name={command.icon} />}
        {labelOf(command)}
      </span>
      {answered.map((argument) => (
        <span key={argument.key} className={classes.chip}>
          <span className={classes.cut}>
            {secrets.includes(argument.key) ? MASK : wordsOf(argument, args[argument.key], world)}
          </span>
        </span>
      ))}
      {asked && !isNamedBy(command, asked) && (
        <span className={classNames(classes.chip, classes.asked)}>{nameOfArgument(asked)}</span>
      )}
    </>
  )
}

const wordsOf = (argument: Argument, value: unknown, world: World): string => {
  if (Array.isArray(value)) {
    return value.length > 2
      ? `${value.length} ${argument.kind ?? 'value'}s`
      : value.map((each) => wordsOf(argument, each, world)).join(', ')
  }
  if (typeof value === 'boolean') return `${nameOfArgument(argument)}: ${value ? 'yes' : 'no'}`
  if (typeof value === 'object' && value !== null) return nameOfArgument(argument)
  return (argument.kind && entityOf(String(value), world.entities(argument.kind))?.name) || String(value)
}
