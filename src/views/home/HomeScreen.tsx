import { useMachine } from '../core/machines-of.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { ObjectiveSummary } from '../objectives/ObjectiveSummary.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { ErrorState } from '../parts/text/ErrorState.tsx'
import { formats } from '../parts/text/format.ts'
import { Loading } from '../parts/text/Loading.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Alerts } from './Alerts.tsx'
import { Attention } from './Attention.tsx'
import { Day } from './Day.tsx'
import classes from './HomeScreen.module.css'
import { LastAlerts } from './LastAlerts.tsx'
import { LatestResults, latest } from './LatestResults.tsx'
import { ProjectActions } from './ProjectActions.tsx'
import { Schedules } from './Schedules.tsx'
import { SetUpList } from './SetUpList.tsx'
import { Standing } from './Standing.tsx'
import { Usage } from './Usage.tsx'

/** Project home: the last 24 hours, what needs attention, and the remaining set-up steps. */
const HomeScreen = () => {
  const project = useMachine('project', (snapshot) => snapshot?.context.current)
  const synopsis = useResource('project.synopsis', {})
  const newest = useResource('result.list', latest).data?.results[0]?.id
  useFollowed(newest, synopsis.refetch)
  const isSlow = useSlow(synopsis.status === 'pending' && !synopsis.data)
  useTitle(project?.project.name)
  if (synopsis.error && !synopsis.data)
    return (
      <ErrorState
        page
        sentence={`The project did not load. ${synopsis.error.message}`}
        actions={<Act command="screen.refresh" kind="primary" label="Try again" />}
        details={{ address: synopsis.error.url, status: synopsis.error.status }}
      />
    )
  if (!synopsis.data) return isSlow ? <Loading label="Home" /> : null
  const { data } = synopsis
  return (
    <>
      <PageHead
        title={project?.project.name ?? 'Home'}
        lead={leadOf(data.calls, data.schedules)}
        actions={
          data.calls === 0 ? (
            <>
              <Act command="monitor.new" icon="plus" />
              <Go to="getting-started" kind="primary">
                Get started
              </Go>
            </>
          ) : (
            <>
              <Go to="home-performance" kind="secondary" icon="chart" label="Performance of the project">
                Performance
              </Go>
              <Act command="monitor.new" kind="primary" icon="plus" />
            </>
          )
        }
      />
      {data.calls === 0 ? (
        <div className={classes.columns}>
          <SetUpList synopsis={data} />
          <div className="stack">
            <Schedules />
            <Usage newest={newest} />
          </div>
        </div>
      ) : (
        <>
          <div className={classes.strips}>
            <Standing synopsis={data} />
            <Day synopsis={data} />
          </div>
          <div className={classes.columns}>
            <div className="stack">
              <Attention synopsis={data} />
              <LatestResults />
            </div>
            <div className="stack">
              <ProjectActions />
              <ObjectiveSummary />
              <SetUpList synopsis={data} />
              <LastAlerts />
              <Alerts />
              <Schedules />
              <Usage newest={newest} />
            </div>
          </div>
        </>
      )}
    </>
  )
}
export default HomeScreen

const leadOf = (calls: number, schedules: number): string => {
  if (calls === 0) return 'This project is empty. Adding a first monitor takes a minute.'
  const monitors = calls === 1 ? '1 monitor' : `${formats.count(calls)} monitors`
  return `${monitors}, ${schedules === 1 ? '1 schedule' : `${formats.count(schedules)} schedules`}.`
}
