import type { MouseEvent, ReactNode } from 'react'
import type { RouteName } from '../../../commands/routes.ts'
import { tip } from '../overlay/tip.ts'
import { Icon } from '../text/Icon.tsx'
import type { IconName } from '../text/icons.ts'
import { ActKbd } from './ActKbd.tsx'
import { type ButtonLooks, buttonClass } from './button-kind.ts'
import { hrefOf, isHere, type Links, type LinkTarget, type LinkTargetOf, useLinks } from './links.ts'

type LinkLooks = ButtonLooks & {
  readonly icon?: IconName | undefined
  /** Accessible label; also the tooltip of an icon-only link. */
  readonly label?: string | undefined
  /** Replaces the current history entry, for filters and tabs. */
  readonly replaces?: boolean | undefined
  /** Whether the link is current; default: derived from the address. */
  readonly current?: 'exact' | 'never' | boolean | undefined
  /** Shows the shortcut of the command that opens the route. */
  readonly hinted?: boolean | undefined
  readonly aria?: Readonly<Record<`aria-${string}`, string | boolean | undefined>> | undefined
  readonly tabIndex?: number | undefined
  readonly tip?: Record<string, string> | undefined
  readonly children?: ReactNode
}

/** A plain left click; the browser handles all others (new tab, new window, download). */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

const isCurrent = (current: LinkLooks['current'], links: Links, href: string): boolean => {
  if (typeof current === 'boolean') return current
  if (current === 'never') return false
  return isHere(links.here, href)
}

/** Link to a route whose name is only known at run time; `Go` is built on it. */
export const LinkTo = (props: LinkTarget & LinkLooks) => {
  const { icon, label, replaces, current = 'exact', hinted, aria, children, iconOnly } = props
  const links = useLinks()
  const href = hrefOf(links, props)
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    links.go(href, replaces)
  }
  return (
    <a
      href={href}
      className={buttonClass(props)}
      aria-label={label}
      aria-current={isCurrent(current, links, href) ? 'page' : undefined}
      tabIndex={props.tabIndex}
      onClick={follow}
      {...tip(iconOnly ? label : null)}
      {...props.tip}
      {...aria}
    >
      {icon && <Icon name={icon} />}
      {!iconOnly && children}
      {hinted && <ActKbd command={`open.${props.to}`} />}
    </a>
  )
}

/** Link to a route by name: a real address, navigated without reloading the page. */
export const Go = <Name extends RouteName>(props: LinkTargetOf<Name> & LinkLooks) => <LinkTo {...props} />

/** External link, opened in a new tab. */
export const Out = ({ href, children, ...looks }: ButtonLooks & { href: string; children: ReactNode }) => (
  <a href={href} className={buttonClass({ kind: 'text', ...looks })} target="_blank" rel="noopener noreferrer">
    {children}
    <span className="sr"> (opens in a new tab)</span>
  </a>
)
