import type { Share } from '../../../machines/chart/covered.ts'
import { Meter } from '../parts/chart/ProgressBar.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './CoverageView.module.css'

/** A part of a chart as figures and as a bar. */
export const ShareBar = ({ label, share: { taken, all } }: { label: string; share: Share }) => (
  <span className={classes.share}>
    <span className="num">
      {formats.count(taken)}/{formats.count(all)}
    </span>
    <Meter label={label} value={taken} most={all} />
  </span>
)
