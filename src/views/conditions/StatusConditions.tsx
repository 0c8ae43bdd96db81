import { Badge } from '../parts/text/Badge.tsx'
import type { Status } from '../parts/text/category.ts'
import { ColumnHeads } from './ColumnHeads.tsx'
import classes from './conditions.module.css'
import { statusFace } from './faces.tsx'
import { ProjectConditions, type Slice } from './ProjectConditions.tsx'

const DEFAULTS: readonly (readonly [codes: string, category: Status])[] = [
  ['2xx', 'PASS'],
  ['3xx', 'WARNING'],
  ['4xx', 'WARNING'],
  ['5xx', 'FAIL'],
]

/** The categories that status codes have without any condition. */
const Defaults = () => (
  <dl className={classes.defaults} aria-label="By default">
    {DEFAULTS.map(([codes, category]) => (
      <div key={codes}>
        <dt>{codes}</dt>
        <dd>
          <Badge category={category} look="plain" />
        </dd>
      </div>
    ))}
  </dl>
)

const slice: Slice = {
  groups: ['status'],
  title: 'Status codes',
  empty: 'Status codes count as above. A condition here replaces that for all monitors.',
  above: <Defaults />,
  heads: <ColumnHeads className={classes.status} heads={['Codes or classes', 'Then the run']} />,
  face: statusFace,
  onNew: () => ({
    source: 'http_code',
    condition: 'in',
    val: null,
    on_true: { outcome: 'warning' },
    on_false: { outcome: 'none' },
  }),
}

/** Outcomes of status codes for all monitors. */
const StatusConditions = () => <ProjectConditions slice={slice} />

export default StatusConditions
