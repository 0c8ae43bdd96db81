import { useRef } from 'react'
import { LinkTo } from '../act/Go.tsx'
import { hrefOf, isHere, type LinkTarget, useLinks } from '../act/links.ts'
import { useInView } from '../act/use-in-view.ts'
import { formats } from './format.ts'
import classes from './Tabs.module.css'

export type Tab = LinkTarget & {
  readonly label: string
  readonly count?: number | null | undefined
  readonly current?: boolean | undefined
}

/** Tabs of one object, each with its own address. On phones they scroll; the current tab is scrolled into view. */
export const Tabs = ({ label, tabs, bare }: { label: string; tabs: readonly Tab[]; bare?: boolean }) => {
  const links = useLinks()
  const nav = useRef<HTMLElement>(null)
  const current = tabs.findIndex((tab) => tab.current ?? isHere(links.here, hrefOf(links, tab)))
  useInView(nav, current)
  return (
    <nav ref={nav} className={bare ? `${classes.tabs} ${classes.bare}` : classes.tabs} aria-label={label}>
      {tabs.map((tab, place) => (
        <LinkTo key={tab.label} {...tab} current={place === current}>
          {tab.label}{' '}
          {tab.count !== null && tab.count !== undefined && (
            <span className={classes.count}>{formats.count(tab.count)}</span>
          )}
        </LinkTo>
      ))}
    </nav>
  )
}
