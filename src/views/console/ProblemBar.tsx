import { StatusShape } from '../parts/text/StatusShape.tsx'
import classes from './Console.module.css'

/** What is wrong with the line, that nothing was run, and the nearest way to mend it. */
export const ProblemBar = ({ id, sentence, hint }: { id: string; sentence: string; hint: string }) => (
  <div className={classes.problem} id={id} role="alert">
    <StatusShape category="FAIL" />
    <div>
      <strong>{sentence}</strong>
      <p>{hint}</p>
    </div>
  </div>
)
