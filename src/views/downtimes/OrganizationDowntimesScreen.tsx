import { useMemo } from 'react'
import { downtimeOf } from '../../domain/downtimes/downtime-rules.ts'
import { downtimeWords, momentWords } from '../../domain/downtimes/downtime-words.ts'
import { useMachine } from '../core/machines-of.ts'
import { useCurrentRoute, useSearchParam, useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { OrganizationTabs } from '../organizations/OrganizationTabs.tsx'
import { Act } from '../parts/act/Act.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { StatusBadge, useNextWindow } from './downtime-columns.tsx'
import { OrganizationDowntimeForm } from './OrganizationDowntimeForm.tsx'
import { readersZone } from './use-downtimes.ts'
import { asDowntime, type OrganizationDowntimeRow } from './use-organization-downtimes.ts'

type Named = { readonly id: string; readonly name: string }

/** "All projects of the organization", or their names. */
const projectsWords = ({ project_ids: ids }: OrganizationDowntimeRow, projects: readonly Named[]): string =>
  ids.length === 0
    ? 'All of the organization'
    : ids.map((id) => projects.find((project) => project.id === id)?.name ?? id).join(', ')

type DowntimeCardProps = {
  readonly orgId: string
  readonly row: OrganizationDowntimeRow
  readonly projects: readonly Named[]
  readonly onChange: () => void
}

const DowntimeCard = ({ orgId, row, projects, onChange }: DowntimeCardProps) => {
  const downtime = useMemo(() => asDowntime(row), [row])
  const next = useNextWindow(downtime, (window, now) => {
    if (window === null) return ''
    const [word, at] = window.startMs <= now ? ['Now, until', window.endMs] : ['', window.startMs]
    return `${word} ${momentWords(at, readersZone(), now)}`.trim()
  })
  return (
    <Card
      title={row.name}
      sub={<StatusBadge row={downtime} look="soft" />}
      actions={
        <>
          <FormButton label={`Change ${row.name}`} icon="edit" kind="ghost" size="small" iconOnly onPress={onChange} />
          <Act
            command="organization-downtime.remove"
            args={{ organization: orgId, downtime_id: row.id }}
            kind="ghost"
            size="small"
            icon="trash"
            iconOnly
            label={`Delete ${row.name}`}
          />
        </>
      }
    >
      <KeyValues
        items={[
          { name: 'When', value: downtimeWords(downtimeOf(row)) },
          ...(next === '' ? [] : [{ name: 'Next', value: next }]),
          { name: 'Projects', value: projectsWords(row, projects) },
          { name: 'Id', value: row.id, mono: true },
        ]}
      />
    </Card>
  )
}

/** The projects of an organization that the reader can open. */
const useProjectsOf = (orgId: string): readonly Named[] => {
  const records = useMachine('project', (snapshot) => snapshot?.context.projects)
  return useMemo(
    () =>
      (records ?? [])
        .filter(({ project }) => project.org_id === orgId)
        .map(({ project }) => project)
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    [records, orgId],
  )
}

/** The downtimes of an organization, for its ADMINs. */
const OrganizationDowntimesScreen = () => {
  const { orgId = '' } = useCurrentRoute().params
  const name = useWorld()
    .entities('collection')
    .find((collection) => collection.id === orgId)?.name
  const projects = useProjectsOf(orgId)
  const list = useResource('organization-downtime.list', { params: { org: orgId } })
  // In the address, so that the command of the key N can open the form.
  const [editing, setEditing] = useSearchParam('edit')
  useTitle(name && `Downtimes of ${name}`)
  const add = <Act command="organization-downtime.new" args={{ organization: orgId }} icon="plus" kind="primary" />
  return (
    <Loaded of={list} label="Downtimes">
      {({ data: rows }) => {
        const edited = rows.find(({ id }) => id === editing) ?? null
        const isOpen = edited !== null || editing === 'new'
        return (
          <>
            <PageHead
              title={`Downtimes of ${name ?? 'the organization'}`}
              lead="They cover the schedules of its projects."
              actions={!isOpen && rows.length > 0 && add}
            />
            <OrganizationTabs orgId={orgId} />
            {isOpen && (
              <OrganizationDowntimeForm
                key={editing}
                orgId={orgId}
                projects={projects}
                row={edited}
                onClose={() => setEditing('')}
              />
            )}
            {rows.length === 0 && !isOpen && (
              <EmptyState title="No downtimes yet" actions={add}>
                In a downtime of the organization, the schedules of its projects make no runs: nothing counts as missed,
                and no alert fires. It happens once, every day or every week, for all projects or for some. The
                schedules of each project show it.
              </EmptyState>
            )}
            {rows.map((row) => (
              <DowntimeCard key={row.id} {...{ orgId, row, projects }} onChange={() => setEditing(row.id)} />
            ))}
          </>
        )
      }}
    </Loaded>
  )
}

export default OrganizationDowntimesScreen
