import { useLocationName } from '../agents/use-location-name.ts'
import { LinkTo } from '../parts/act/Go.tsx'
import { categoryWords } from '../parts/text/category.ts'
import { formats } from '../parts/text/format.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import classes from './workflow-result.module.css'
import type { WorkflowResult } from './workflow-result.ts'

/** The newest runs of a workflow, oldest first: each leads to its result. */
export const RunStrip = ({ results }: { results: readonly WorkflowResult[] }) => {
  const locationName = useLocationName()
  return (
    <ol className={classes.strip} aria-label="Last runs, oldest first">
      {results.toReversed().map(({ id, meta, timing }) => {
        const words = [
          categoryWords[meta.result_category],
          formats.instant(Date.parse(meta.started)),
          locationName(meta.location_id),
          ...(meta.ended === null ? [] : [formats.latency(timing.total)]),
        ].join(', ')
        return (
          <li key={id} data-category={meta.result_category}>
            <LinkTo
              to="workflow-result"
              params={{ workflowResultId: id }}
              className={classes.run}
              label={words}
              tip={{ 'data-tip': words }}
            >
              <StatusShape category={meta.result_category} />
            </LinkTo>
          </li>
        )
      })}
    </ol>
  )
}
