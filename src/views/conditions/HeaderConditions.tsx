import { ColumnHeads } from './ColumnHeads.tsx'
import classes from './conditions.module.css'
import { headerFace } from './faces.tsx'
import { ProjectConditions, type Slice } from './ProjectConditions.tsx'

const slice: Slice = {
  groups: ['header'],
  title: 'Headers, cookies, redirects and TLS',
  empty: 'No header is checked. Conditions here may also be about cookies, redirects and the TLS certificate.',
  heads: (
    <ColumnHeads
      className={classes.header}
      heads={['Header', 'Comparison', 'Value', 'If so, the run', 'If not, the run']}
    />
  ),
  face: headerFace,
  onNew: () => ({
    source: 'header',
    property: '',
    condition: 'exists',
    val: null,
    on_true: { outcome: 'none' },
    on_false: { outcome: 'fail' },
  }),
}

/** Checks of headers for all monitors. */
const HeaderConditions = () => <ProjectConditions slice={slice} />

export default HeaderConditions
