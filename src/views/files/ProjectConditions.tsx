import { Go } from '../parts/act/Go.tsx'

/** Link to the conditions of the project that use a file as a schema. */
export const ProjectConditions = () => (
  <Go to="assertions-body" kind="text">
    Conditions of the project
  </Go>
)
