import type { ReactNode } from 'react'
import type { Category } from '../text/category.ts'
import { classNames } from '../text/class-names.ts'
import { Icon } from '../text/Icon.tsx'
import { Skeleton } from '../text/Loading.tsx'
import { StatusShape } from '../text/StatusShape.tsx'
import classes from './StatStrip.module.css'

export type Stat = {
  readonly label: string
  /** Formatted without unit; "—" for none. */
  readonly value: ReactNode
  readonly unit?: string | undefined
  readonly category?: Category | undefined
  /** "88 ms slower". `bad` only if worse beyond the limit. */
  readonly change?:
    | { readonly trend?: 'up' | 'down' | 'same'; readonly words: ReactNode; readonly bad?: boolean }
    | undefined
}

type StatStripProps = {
  readonly stats: readonly Stat[]
  readonly label?: string
  /** Figures are still loaded: their places are kept. */
  readonly loading?: boolean
}

/** Strip of figures. */
export const StatStrip = ({ stats, label, loading = false }: StatStripProps) => (
  <dl className={classNames(classes.stats, stats.length >= 6 && classes.many)} aria-label={label} aria-busy={loading}>
    {stats.map((stat) => (
      <div key={stat.label} className={classes.stat}>
        <dt>
          {stat.category && <StatusShape category={stat.category} />}
          {stat.label}
        </dt>
        <dd className={classes.value}>
          {loading ? <Skeleton height={30} /> : stat.value}
          {!loading && stat.unit && <small>{stat.unit}</small>}
        </dd>
        {!loading && stat.change && (
          <dd className={classNames(classes.change, stat.change.bad && classes.bad)}>
            {stat.change.trend && <Icon name={stat.change.trend} />}
            <span>{stat.change.words}</span>
          </dd>
        )}
      </div>
    ))}
  </dl>
)
