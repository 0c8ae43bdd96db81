import type { AccessRecord } from '../../../machines/projects/project-choice.ts'
import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import { formats } from '../parts/text/format.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './CollectionCard.module.css'
import { ProjectRow } from './ProjectRow.tsx'

type OpenProjectProps = { record: AccessRecord; isCursor: boolean }

/** The project that is open now: its figures follow live events. */
export const OpenProject = ({ record, isCursor }: OpenProjectProps) => {
  const { data } = useResource('project.synopsis', {})
  const results = data?.results_24h
  const rate = data?.pass_rate_24h ?? null
  return (
    <ProjectRow
      record={record}
      isCursor={isCursor}
      health={
        <small className={classes.health}>
          <span>Open now</span>
          {data && <span>{data.calls === 1 ? '1 monitor' : `${formats.count(data.calls)} monitors`}</span>}
          {rate !== null && <span>{formats.rate(rate)} passed in 24 h</span>}
          {data?.last_alert && (
            <span>
              Last alert <Time at={data.last_alert.time} />
            </span>
          )}
          {results && results.fail > 0 && (
            <span className={classes.fails}>
              <StatusShape category="FAIL" />
              {formats.count(results.fail)} failed
            </span>
          )}
        </small>
      }
    >
      <Go to="home" kind="secondary" size="small" label={`Home of ${record.project.name}`} current="never">
        Home
      </Go>
    </ProjectRow>
  )
}
