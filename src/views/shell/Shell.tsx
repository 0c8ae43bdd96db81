import type { ReactNode } from 'react'
import { SkipLink } from '../parts/act/SkipLink.tsx'
import { Drawer } from '../parts/overlay/Drawer.tsx'
import { TooltipLayer } from '../parts/overlay/Tooltip.tsx'
import { PHONE, RAIL, useMedia } from '../parts/text/media.ts'
import { Announcement } from './Announcement.tsx'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import type { ShellData } from './shell-data.ts'
import { TopBar } from './TopBar.tsx'

type ShellProps = ShellData & {
  /** Page name, announced to screen readers on arrival. */
  title: string
  /** Shown between the console button and the account menu. */
  tools?: ReactNode
  /** Layers outside the page: toasts, dialogs, the console. */
  layers?: ReactNode
  children: ReactNode
}

/** Frame around every page of a signed-in account. */
export const Shell = ({ title, tools, layers, children, ...data }: ShellProps) => {
  const phone = useMedia(PHONE)
  const narrow = useMedia(RAIL)
  const rail = !phone && (narrow || data.preferences.collapsed)
  const form = phone ? 'phone' : rail ? 'rail' : 'wide'
  return (
    <>
      <SkipLink to="main" />
      <div className={classes.shell} data-form={form}>
        {!phone && <Sidebar {...data} rail={rail} />}
        <div className={classes.work}>
          <TopBar
            {...data}
            tools={tools}
            before={
              phone && (
                <Drawer label="Navigation" icon="menu">
                  <Sidebar {...data} rail={false} drawer />
                </Drawer>
              )
            }
          />
          <main className={classes.main} id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      {layers}
      <Announcement text={title} />
      <TooltipLayer />
    </>
  )
}
