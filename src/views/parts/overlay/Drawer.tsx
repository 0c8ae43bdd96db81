import { type ReactNode, useEffect, useRef, useState } from 'react'
import { buttonClass } from '../act/button-kind.ts'
import { useLinks } from '../act/links.ts'
import { Icon } from '../text/Icon.tsx'
import type { IconName } from '../text/icons.ts'
import classes from './Drawer.module.css'

type DrawerProps = {
  /** "Navigation" */
  label: string
  icon: IconName
  children: ReactNode
}

/** Button that slides in a side panel: a modal dialog closed by Esc, the scrim and navigation. */
export const Drawer = ({ label, icon, children }: DrawerProps) => {
  const { here } = useLinks()
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: here
  useEffect(() => {
    dialog.current?.close()
  }, [here])
  const show = () => {
    setOpen(true)
    dialog.current?.showModal()
  }
  return (
    <>
      <button
        type="button"
        className={buttonClass({ kind: 'ghost', iconOnly: true, className: classes.burger })}
        aria-label={`Open ${label.toLowerCase()}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={show}
      >
        <Icon name={icon} />
      </button>
      <dialog
        ref={dialog}
        className={classes.drawer}
        aria-label={label}
        onClose={() => setOpen(false)}
        onMouseDown={(event) => {
          if (event.target === dialog.current) dialog.current.close()
        }}
      >
        {open && children}
      </dialog>
    </>
  )
}
