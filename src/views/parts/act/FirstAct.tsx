import { type ActSpec, useActs } from './acts.ts'
import classes from './Button.module.css'
import { buttonClass } from './button-kind.ts'

/** Button of the first load for a command that is always available and has no shortcut; all others are an `Act`. */
export const FirstAct = ({ command }: Pick<ActSpec, 'command'>) => {
  const acts = useActs()
  return (
    <button
      type="button"
      className={buttonClass({ kind: 'primary' })}
      data-command={command}
      onClick={() => acts.perform(command)}
    >
      <span className={classes.content}>{acts.facts(command).label}</span>
    </button>
  )
}
