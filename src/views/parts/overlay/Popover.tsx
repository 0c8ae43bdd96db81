import { type ReactNode, useId, useRef } from 'react'
import { type ButtonLooks, buttonClass } from '../act/button-kind.ts'
import { classNames } from '../text/class-names.ts'
import type { IconName } from '../text/icons.ts'
import { useFloat } from './float.ts'
import classes from './Popover.module.css'
import type { Align } from './placement.ts'
import { TriggerFace } from './TriggerFace.tsx'
import { tip } from './tip.ts'

export type TriggerProps = ButtonLooks & {
  /** Names the button; for icon-only ones also the tooltip. */
  readonly label: string
  readonly icon?: IconName | undefined
  /** Content of the button in place of icon and label. */
  readonly face?: ReactNode
  readonly align?: Align | undefined
  /** A tooltip where the face does not say it all. */
  readonly tip?: string | undefined
}

type PopoverProps = TriggerProps & {
  /** Drawn only while it is open; may be a function that is given how to close it. */
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  /** `dialog` (default) or `listbox` and the like for what it holds. */
  readonly holds?: 'dialog' | 'listbox' | undefined
  readonly panelClassName?: string | undefined
}

const focusable = 'input, select, textarea, button, a[href], [tabindex="0"]'

/** A button that opens a panel beside itself. */
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
