import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useList } from '../core/use-list.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { SettingsHead } from '../kit/settings/SettingsHead.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Switch } from '../parts/form/Checkbox.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Time } from '../parts/text/Time.tsx'
import { AddressNotices } from './AddressNotices.tsx'
import { digestColumns, type ProjectDigests } from './digest-columns.tsx'
import classes from './subscriptions.module.css'

export type Subscriptions = AnswerOf<ProductContract['subscription.list']>

const rowId = ({ project_id }: ProjectDigests): string => project_id
const rowName = ({ name }: ProjectDigests): string => name
const pointing = ({ project_id }: ProjectDigests) => ({ command: 'list.point', args: { row: project_id } })

/** What one gets by mail: digests of projects, and groups of mail about all of them. */
const SubscriptionsScreen = () => {
  const groups = useResource('subscription.list', {})
  const projects = useResource('subscription.projects', {})
  const isSlow = useSlow(
    (!groups.data && groups.status === 'pending') || (!projects.data && projects.status === 'pending'),
  )
  useTitle()
  if (!groups.data || !projects.data) {
    const failed = !groups.data && groups.error ? groups : projects
    if (failed.error) return <LoadError page error={failed.error} refetch={failed.refetch} />
    return isSlow ? <Loading label="Email subscriptions" /> : null
  }
  const { meta, results } = groups.data
  return (
    <>
      <SettingsHead title="Email subscriptions" lead={`Mail sent to ${meta.email} only.`} />
      <div className={`stack ${classes.page}`}>
        <AddressNotices meta={meta} />
        <Digests projects={projects.data.results} />
        <Card title="Over all projects" flush>
          <ul className={classes.groups}>
            {results.map(({ group, title, description, subscribed, next }) => (
              <li key={group}>
                <Switch
                  checked={subscribed}
                  hint={
                    <>
                      {description}
                      {next && (
                        <>
                          {' '}
                          Next <Time at={next} as="full" />.
                        </>
                      )}
                    </>
                  }
                  acting={{ command: subscribed ? 'subscription.end' : 'subscription.add', args: { group } }}
                >
                  {title}
                </Switch>
              </li>
            ))}
          </ul>
        </Card>
        <p className={classes.note}>
          Digests are sent at 7:00 in {meta.time_zone}, which is set in your{' '}
          <Go to="profile" kind="text">
            profile
          </Go>
          . The last line of each mail ends it with one click.
        </p>
      </div>
    </>
  )
}
export default SubscriptionsScreen

const Digests = ({ projects }: { projects: readonly ProjectDigests[] }) => {
  const { cursor } = useList({ kind: 'project', rows: projects, rowId, rowName })
  if (projects.length === 0)
    return (
      <Card label="Digests">
        <EmptyState
          title="No project yet"
          line="create project “Shop”"
          actions={
            <Go to="new-project" kind="primary">
              New project
            </Go>
          }
        >
          A digest summarizes a project’s monitors over a day, a week or a month: failures, slowdowns and alerts.
        </EmptyState>
      </Card>
    )
  return (
    <Card title="Digests of projects" flush>
      <Table
        label="Digests of projects"
        twoLine
        columns={digestColumns}
        rows={projects}
        {...{ rowId, rowName, pointing, cursor }}
      />
    </Card>
  )
}
