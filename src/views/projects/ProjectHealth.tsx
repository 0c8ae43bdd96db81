import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import classes from './CollectionCard.module.css'

/** Size, pass rate and last alert of a project. */
export type ProjectFigures = AnswerOf<ProductContract['project.figures']>['results'][number]

/** A project's monitors, pass rate and last alert, on one line; nothing until they are loaded. */
export const ProjectHealth = ({ figures }: { figures: ProjectFigures | undefined }) =>
  figures && (
    <small className={classes.health}>
      <span>{figures.calls === 1 ? '1 monitor' : `${formats.count(figures.calls)} monitors`}</span>
      {figures.pass_rate_24h !== null && <span>{formats.rate(figures.pass_rate_24h)} passed in 24 h</span>}
      {figures.last_alert && (
        <span>
          Last alert <Time at={figures.last_alert.time} />
        </span>
      )}
    </small>
  )
