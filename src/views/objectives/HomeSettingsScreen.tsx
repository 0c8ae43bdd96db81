import { isProjectAction } from '../../domain/workflows/workflow-tags.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { DefaultView } from './DefaultView.tsx'
import classes from './objectives.module.css'
import { SloForm } from './SloForm.tsx'

const HomeActions = () => {
  const { data } = useResource('workflow.list', {})
  const workflows = (data?.results ?? []).toSorted((a, b) => (a.meta.name < b.meta.name ? -1 : 1))
  return (
    <Card title="Buttons on the home">
      {workflows.length === 0 ? (
        <p className="muted">Workflows can be buttons on the home of the project. There is none yet.</p>
      ) : (
        <ul className={classes.list}>
          {workflows.map(({ id, meta }) => {
            const isShown = isProjectAction(meta.tags)
            return (
              <li key={id}>
                <Go to="workflow" params={{ workflowId: id }}>
                  {meta.name}
                </Go>
                <Act
                  command="workflow.set-runs"
                  args={{ workflow: id, action: !isShown }}
                  size="small"
                  icon={isShown ? 'check' : 'plus'}
                  label={isShown ? 'Remove button' : 'Show button'}
                  hint={false}
                />
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

/** Objectives of the project, the default view of the person, and the buttons of the home. */
const HomeSettingsScreen = () => {
  const slo = useResource('objective.read', {})
  useTitle()
  return (
    <>
      <PageHead
        title="Objectives and home settings"
        lead="How good the monitors of this project should be, and what the home shows."
        actions={
          <Go to="objectives" kind="secondary">
            Show attainment
          </Go>
        }
      />
      <div className={classes.columns}>
        <Loaded of={slo} page={false} label="Objectives">
          {(data) => <SloForm slo={data} />}
        </Loaded>
        <div className="stack">
          <DefaultView />
          <HomeActions />
        </div>
      </div>
    </>
  )
}
export default HomeSettingsScreen
