import { MASK } from '../../../domain/secrets/masking.ts'
import { buttonClass } from '../act/button-kind.ts'
import { tip } from '../overlay/tip.ts'
import { Icon } from '../text/Icon.tsx'
import type { Pair, SecretRule } from './PairGrid.tsx'
import classes from './SecretToggle.module.css'

type SecretToggleProps = {
  /** The row, in words: "header X-Tenant". */
  name: string
  pair: Pair
  rule: SecretRule
  disabled?: boolean | undefined
  onSecret: (changed: Partial<Pair>) => void
}

const HINTS: Readonly<Record<SecretRule, string>> = {
  always: 'Always secret because of its name',
  never: 'Never secret because it decides the destination',
  optional: 'Keep secret',
}

/** Marks the value of a pair as secret. A stored secret that is unmarked has to be entered again. */
export const SecretToggle = ({ name, pair, rule, disabled, onSecret }: SecretToggleProps) => {
  const isSecret = rule === 'always' || (rule === 'optional' && pair.secret === true)
  const hint = rule === 'optional' && isSecret ? 'Secret: press to store it in clear' : HINTS[rule]
  return (
    <button
      type="button"
      className={buttonClass({ kind: 'ghost', size: 'small', iconOnly: true, className: classes.toggle })}
      aria-label={`Keep ${name} secret`}
      aria-pressed={isSecret}
      aria-disabled={rule !== 'optional' || undefined}
      disabled={disabled}
      onClick={() => {
        if (rule !== 'optional') return
        onSecret(isSecret ? { secret: false, ...(pair.value === MASK && { value: '' }) } : { secret: true })
      }}
      {...tip(hint)}
    >
      <Icon name={isSecret ? 'lock' : 'unlock'} />
    </button>
  )
}
