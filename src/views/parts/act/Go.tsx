import type { MouseEvent, ReactNode } from 'react'
import type { RouteName } from '../../../commands/routes.ts'
import { tip } from '../overlay/tip.ts'
import { Icon } from '../text/Icon.tsx'
import type { IconName } from '../text/icons.ts'
import { type ButtonLooks, buttonClass } from './button-kind.ts'
import { Kbd } from './Kbd.tsx'
import { hrefOf, isHere, type Links, type Place, type PlaceOf, useLinks } from './links.ts'

type LinkLooks = ButtonLooks & {
  readonly icon?: IconName | undefined
  /** Read out in place of the content; also the tooltip where only the icon shows. */
  readonly label?: string | undefined
  /** Takes the place of the address shown in the history: for filters and tabs. */
  readonly replaces?: boolean | undefined
  /** What makes it the current one: the address itself (default), or whoever draws it says so. */
  readonly current?: 'exact' | 'never' | boolean | undefined
  /** A shortcut shown after the words. */
  readonly keys?: string | undefined
  readonly aria?: Readonly<Record<`aria-${string}`, string | boolean | undefined>> | undefined
  readonly tabIndex?: number | undefined
  readonly tip?: Record<string, string> | undefined
  readonly children?: ReactNode
}

/** A plain click with the main button: all others (new tab, new window, download) are the browser's. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented

const isCurrent = (current: LinkLooks['current'], links: Links, href: string): boolean => {
  if (typeof current === 'boolean') return current
  if (current === 'never') return false
  return isHere(links.here, href)
}

/** A link to a place whose name is only known when it runs: what `Go` is made of. */
export const LinkTo = (props: Place & LinkLooks) => {
  const { icon, label, replaces, current = 'exact', keys, aria, children, iconOnly } = props
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
      {keys && <Kbd keys={keys} />}
    </a>
  )
}

/** A link to a route by its name: a real address, gone to without loading the page again. */
export const Go = <Name extends RouteName>(props: PlaceOf<Name> & LinkLooks) => <LinkTo {...props} />

/** A link that leaves the app, in a tab of its own. */
export const Out = ({ href, children, ...looks }: ButtonLooks & { href: string; children: ReactNode }) => (
  <a href={href} className={buttonClass({ kind: 'text', ...looks })} target="_blank" rel="noopener noreferrer">
    {children}
    <span className="sr"> (opens in a new tab)</span>
  </a>
)
