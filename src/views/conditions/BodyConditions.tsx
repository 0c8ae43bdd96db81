import { ProjectConditions, type Slice } from './ProjectConditions.tsx'

const slice: Slice = {
  groups: ['size', 'body'],
  title: 'Size and body',
  empty: 'No size or body is checked for all monitors.',
}

/** Checks of the size and the body for all monitors. */
const BodyConditions = () => <ProjectConditions slice={slice} />

export default BodyConditions
