import { tip } from '../overlay/tip.ts'
import { Icon } from '../text/Icon.tsx'
import type { IconName } from '../text/icons.ts'
import { type ButtonLooks, buttonClass } from './button-kind.ts'

type FormButtonProps = ButtonLooks & {
  readonly id?: string
  readonly label: string
  readonly icon: IconName
  /** Changes the surrounding form, like typing does: nothing outside changes until the form is saved. */
  readonly onPress: () => void
}

/** Adds or removes a row of a form. A change of a draft is not a command. */
export const FormButton = (props: FormButtonProps) => (
  <button
    type="button"
    id={props.id}
    className={buttonClass(props)}
    aria-label={props.iconOnly ? props.label : undefined}
    onClick={props.onPress}
    {...tip(props.iconOnly ? props.label : null)}
  >
    <Icon name={props.icon} />
    {!props.iconOnly && props.label}
  </button>
)
