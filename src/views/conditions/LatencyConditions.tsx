import { ColumnHeads } from './ColumnHeads.tsx'
import classes from './conditions.module.css'
import { latencyFace } from './faces.tsx'
import { ProjectConditions, type Slice } from './ProjectConditions.tsx'

const slice: Slice = {
  groups: ['timing'],
  title: 'Latency',
  empty:
    'No latency is checked. A limit makes results of all monitors slow, a warning or failed where they take longer.',
  heads: <ColumnHeads className={classes.latency} heads={['Metric', 'Comparison', 'Limit, ms', 'Then the run']} />,
  face: latencyFace,
  onNew: () => ({
    source: 'latency',
    property: 'total',
    condition: 'gt',
    val: null,
    on_true: { outcome: 'slow' },
    on_false: { outcome: 'none' },
  }),
  withBreak: true,
}

/** Latency limits for all monitors. */
const LatencyConditions = () => <ProjectConditions slice={slice} />

export default LatencyConditions
