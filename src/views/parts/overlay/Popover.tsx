import { type ReactNode, useId, useRef } from 'react'
import { type ButtonLooks, buttonClass } from '../act/button-kind.ts'
import type { FieldBinding } from '../form/Field.tsx'
import { classNames } from '../text/class-names.ts'
import type { IconName } from '../text/icons.ts'
import { useFloat } from './float.ts'
import classes from './Popover.module.css'
import type { Align } from './placement.ts'
import { TriggerFace } from './TriggerFace.tsx'
import { tip } from './tip.ts'

export type TriggerProps = ButtonLooks & {
  /** Button label; for icon-only buttons also the tooltip. */
  readonly label: string
  readonly icon?: IconName | undefined
  /** Replaces icon and label of the button. */
  readonly face?: ReactNode
  readonly align?: Align | undefined
  /** Tooltip, if the button's content does not say everything. */
  readonly tip?: string | undefined
}

type PopoverProps = TriggerProps & {
  /** Rendered only while open; a function receives `close`. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  /** ARIA role of the content; default `dialog`. */
  readonly holds?: 'dialog' | 'listbox' | undefined
  readonly panelClassName?: string | undefined
  /** Ties the button to the field around it. */
  readonly bound?: Partial<FieldBinding> | undefined
}

const focusable = 'input, select, textarea, button, a[href], [tabindex="0"]'

/** Button that opens a panel next to it. */
export const Popover = (props: PopoverProps) => {
  const { label, face, align = 'start', children, holds = 'dialog', iconOnly, kind = 'secondary' } = props
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const float = useFloat(panel, trigger, {
    align,
    onOpened: (element) => element.querySelector<HTMLElement>(focusable)?.focus(),
  })
  return (
    <>
      <button
        {...props.bound}
        ref={trigger}
        type="button"
        className={classNames(buttonClass({ ...props, kind }), classes.button)}
        popoverTarget={id}
        aria-haspopup={holds}
        aria-expanded={float.open}
        aria-label={iconOnly || face !== undefined ? label : undefined}
        {...tip(props.tip ?? (iconOnly ? label : null))}
      >
        <TriggerFace {...props} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={classNames(classes.panel, props.panelClassName ?? classes.roomy)}
        role="dialog"
        aria-label={label}
      >
        {float.open && (typeof children === 'function' ? children(float.close) : children)}
      </div>
    </>
  )
}
