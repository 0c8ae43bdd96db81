import { useMemo } from 'react'
import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Menu } from '../parts/act/Menu.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { Tabs } from '../parts/text/Tabs.tsx'
import classes from './environments.module.css'
import { SystemVariables } from './SystemVariables.tsx'
import { VariableDialog } from './VariableDialog.tsx'
import { variableColumns } from './variable-columns.tsx'
import { variableListOf } from './variable-list.ts'

/** Variables by environment. */
const EnvironmentsScreen = () => {
  const { params, search } = useCurrentRoute()
  const workspace = params.workspace ?? GLOBAL
  const list = useMemo(() => variableListOf(workspace), [workspace])
  const listing = useListing(list)
  const edited = search.edit === undefined ? undefined : listing.all.find(({ id }) => id === search.edit)
  const added = search.new
  return (
    <>
      <ListScreen
        listing={listing}
        columns={variableColumns}
        lead="Values that monitors and alerts read by name, such as hosts and tokens."
        above={
          <>
            <EnvironmentTabs shown={workspace} />
            <NotThereYet name={workspace} />
          </>
        }
        below={<SystemVariables />}
      />
      {listing.data && edited && <VariableDialog key={edited.id} workspace={workspace} variable={edited} />}
      {listing.data && added !== undefined && (
        <VariableDialog key="new" workspace={workspace} variable={null} name={added === 'yes' ? '' : added} />
      )}
    </>
  )
}
export default EnvironmentsScreen

/** Says that the address names an environment that does not exist, as after a typing mistake. */
const NotThereYet = ({ name }: { name: string }) => {
  const { data } = useResource('environment.list', {})
  if (!data || name === GLOBAL || data.data.some((each) => each.name === name)) return null
  return (
    <Notice kind="info" title={`There is no environment “${name}” yet`}>
      Its first variable creates it.
    </Notice>
  )
}

/** The environments of the project, and the commands on the one that is shown. */
const EnvironmentTabs = ({ shown }: { shown: string }) => {
  const { data } = useResource('environment.list', {})
  const known = data?.data ?? [{ name: GLOBAL, variables: 0 }]
  const all = known.some(({ name }) => name === shown) ? known : [...known, { name: shown, variables: 0 }]
  return (
    <div className={classes.tabs}>
      <Tabs
        bare
        label="Environments"
        tabs={all.map(({ name, variables }) => ({
          to: 'environment',
          params: { workspace: name },
          label: name,
          count: variables > 0 ? variables : null,
          current: name === shown,
        }))}
      />
      <Menu
        label="Environment commands"
        icon="more"
        iconOnly
        items={[
          { command: 'environment.create' },
          ...(shown === GLOBAL
            ? []
            : ([
                { command: 'environment.rename', args: { environment: shown } },
                'rule',
                { command: 'environment.remove', args: { environment: shown }, danger: true },
              ] as const)),
        ]}
      />
    </div>
  )
}
