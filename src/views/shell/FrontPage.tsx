import type { ReactNode } from 'react'
import { LinkTo, Out } from '../parts/act/Go.tsx'
import type { LinkTarget } from '../parts/act/links.ts'
import { Sparkline } from '../parts/chart/Sparkline.tsx'
import { TooltipLayer } from '../parts/overlay/Tooltip.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import type { Category } from '../parts/text/category.ts'
import { formats } from '../parts/text/format.ts'
import { Mark } from './Brand.tsx'
import classes from './FrontPage.module.css'

/** A location as shown to visitors who are not signed in. */
export type PublicLocation = {
  readonly name: string
  /** Round-trip times of the last half hour in milliseconds, oldest first. */
  readonly readings: readonly (number | null)[]
  readonly latestMs: number | null
  readonly state: 'up' | 'slow' | 'offline'
}

type FrontPageProps = {
  title: string
  lead?: ReactNode
  /** Form and buttons. */
  children: ReactNode
  /** Null or empty hides the right side. */
  locations?: readonly PublicLocation[] | null | undefined
  /** Time of the readings, in Unix milliseconds. */
  at?: number | null | undefined
  /** Footer links: privacy, terms. */
  links?: readonly (({ href: string } | LinkTarget) & { label: string })[] | undefined
}

const states: Readonly<Record<PublicLocation['state'], readonly [Category, string]>> = {
  up: ['PASS', 'Up'],
  slow: ['SLOW', 'Slow'],
  offline: ['SKIPPED', 'Offline'],
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' })

const Locations = ({ locations, at }: { locations: readonly PublicLocation[]; at?: number | null | undefined }) => (
  <aside className={classes.right} aria-label="Public locations right now">
    <div className={classes.scope}>
      <h2>
        <span>Our locations, right now</span>
        {at && <time dateTime={new Date(at).toISOString()}>{clock.format(at)} UTC</time>}
      </h2>
      <ul>
        {locations.map(({ name, readings, latestMs, state }) => (
          <li key={name} className={classes.row}>
            <span className="trunc">{name}</span>
            {readings.length > 1 ? <Sparkline values={readings} wide /> : <span />}
            <span className={`num ${classes.reading}`}>{formats.latency(latestMs)}</span>
            <Badge category={states[state][0]} word={states[state][1]} look="plain" />
          </li>
        ))}
      </ul>
      <p className={classes.note}>Round trip to a reference address over the last 30 minutes.</p>
    </div>
  </aside>
)

/** Layout of the pages before sign-in: a form on the left, locations on the right. */
export const FrontPage = ({ title, lead, children, locations, at, links = [] }: FrontPageProps) => {
  const shown = locations && locations.length > 0
  return (
    <div className={shown ? classes.split : classes.alone}>
      <div className={classes.left}>
        <header className={classes.top}>
          <LinkTo to="sign-in" className={classes.brand} label="Sonde" current="never">
            <Mark />
            <span>Sonde</span>
          </LinkTo>
        </header>
        <main className={classes.box} id="main" tabIndex={-1}>
          <h1>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
          {children}
        </main>
        <footer className={classes.foot}>
          {links.map((link) =>
            'href' in link ? (
              <Out key={link.label} href={link.href} kind="plain">
                {link.label}
              </Out>
            ) : (
              <LinkTo key={link.label} {...link} label={undefined}>
                {link.label}
              </LinkTo>
            ),
          )}
        </footer>
      </div>
      {shown && <Locations locations={locations} at={at} />}
      <TooltipLayer />
    </div>
  )
}

/** "or" between two ways to sign in. */
export const Or = () => <div className={classes.or}>or</div>
