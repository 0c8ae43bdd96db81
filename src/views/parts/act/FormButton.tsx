import { tip } from '../overlay/tip.ts'
import { Icon } from '../text/Icon.tsx'
import type { IconName } from '../text/icons.ts'
import { type ButtonLooks, buttonClass } from './button-kind.ts'

type FormButtonProps = ButtonLooks & {
  readonly label: string
  readonly icon: IconName
  /** Changes the form it is in, as typing does: nothing happens outside of it before it is saved. */
  readonly onPress: () => void
}

/** Adds a row to a form or takes one away: a change of a field, and so no command. */
export const FormButton = (props: FormButtonProps) => (
  <button
    type="button"
    className={buttonClass(props)}
    aria-label={props.iconOnly ? props.label : undefined}
    onClick={props.onPress}
    {...tip(props.iconOnly ? props.label : null)}
  >
    <Icon name={props.icon} />
    {!props.iconOnly && props.label}
  </button>
)
