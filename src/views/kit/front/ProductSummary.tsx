import type { ReactNode } from 'react'
import { Kbd } from '../../parts/act/Kbd.tsx'
import { Badge } from '../../parts/text/Badge.tsx'
import classes from './ProductSummary.module.css'

/** Description of the product beside the front pages, with three drawings that show no measured figures. */
export const ProductSummary = () => (
  <aside className={classes.aside} aria-label="What Sonde does">
    <ul className={classes.list}>
      <Point picture={<Phases />} title="Measures every phase of a call">
        On a schedule, from the locations you choose, on its own connection.
      </Point>
      <Point picture={<Judgement />} title="Checks whether the response is right">
        By conditions that you set: status, size, headers, body, timing.
      </Point>
      <Point picture={<Line />} title="Does everything by command">
        Button, key or typed line: each does the same thing.
      </Point>
    </ul>
  </aside>
)

const Point = ({ picture, title, children }: { picture: ReactNode; title: string; children: string }) => (
  <li className={classes.point}>
    <div className={classes.picture} aria-hidden="true">
      {picture}
    </div>
    <div>
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  </li>
)

/** Phases of a call in their order; the widths are drawn, not measured. */
const phases = [
  { name: 'dns', start: 0, width: 10 },
  { name: 'tcp', start: 10, width: 14 },
  { name: 'tls', start: 24, width: 26 },
  { name: 'upload', start: 50, width: 6 },
  { name: 'processing', start: 56, width: 48 },
  { name: 'download', start: 104, width: 16 },
] as const

const Phases = () => (
  <svg className={classes.phases} viewBox="0 0 120 58" aria-hidden="true">
    {phases.map(({ name, start, width }, row) => (
      <rect key={name} className={classes[name]} x={start} y={row * 10} width={width} height="6" rx="1.5" />
    ))}
  </svg>
)

const Judgement = () => (
  <span className={classes.badges}>
    {(['PASS', 'SLOW', 'WARNING', 'FAIL'] as const).map((category) => (
      <Badge key={category} category={category} look="soft" />
    ))}
  </span>
)

const Line = () => (
  <span className={classes.line}>
    <Kbd keys="Mod+k" />
    <code>run monitor checkout</code>
  </span>
)
