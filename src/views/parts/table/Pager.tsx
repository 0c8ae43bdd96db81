import { buttonClass } from '../act/button-kind.ts'
import { LinkTo } from '../act/Go.tsx'
import type { LinkTarget } from '../act/links.ts'
import { formats } from '../text/format.ts'
import { Icon } from '../text/Icon.tsx'
import classes from './Pager.module.css'

type PagerProps = {
  /** The first and last row shown, from 1. */
  from: number
  to: number
  /** Of how many; null while nobody knows. */
  of: number | null
  previous: LinkTarget | null
  next: LinkTarget | null
}

const Step = ({
  place,
  label,
  icon,
}: {
  place: LinkTarget | null
  label: string
  icon: 'chevron-left' | 'chevron-right'
}) => {
  const content = (
    <>
      {icon === 'chevron-left' && <Icon name={icon} />}
      {label}
      {icon === 'chevron-right' && <Icon name={icon} />}
    </>
  )
  return place ? (
    <LinkTo {...place} kind="secondary" size="small" current="never">
      {content}
    </LinkTo>
  ) : (
    <button type="button" className={buttonClass({ kind: 'secondary', size: 'small' })} aria-disabled="true">
      {content}
    </button>
  )
}

/** The pages of a list, each an address. */
export const Pager = ({ from, to, of, previous, next }: PagerProps) => (
  <nav className={classes.pager} aria-label="Pages">
    <span className="muted num">
      {to === 0
        ? 'No rows'
        : `Rows ${formats.count(from)}–${formats.count(to)}${of === null ? '' : ` of ${formats.count(of)}`}`}
    </span>
    <span className="row">
      <Step place={previous} label="Previous" icon="chevron-left" />
      <Step place={next} label="Next" icon="chevron-right" />
    </span>
  </nav>
)
