import { StatusShape } from '../parts/text/StatusShape.tsx'
import classes from './Console.module.css'

/** Error of the line and the nearest correction. Nothing has run. */
export const ProblemBar = ({ id, sentence, hint }: { id: string; sentence: string; hint: string }) => (
  <div className={classes.problem} id={id} role="alert">
    <StatusShape category="FAIL" />
    <div>
      <strong>{sentence}</strong>
      <p>{hint}</p>
    </div>
  </div>
)
