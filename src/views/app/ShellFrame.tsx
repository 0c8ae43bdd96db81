import { type ReactNode, useMemo } from 'react'
import type { AccessRecord } from '../../../machines/projects/project-choice.ts'
import type { RouteMatch } from '../../commands/core/addresses.ts'
import { crumbOf, parentOf } from '../../commands/core/route-tree.ts'
import { routes } from '../../commands/routes.ts'
import { useMachine } from '../core/machines-of.ts'
import { useMonitorCount } from '../core/use-monitor-count.ts'
import { useObjectName } from '../core/use-object-name.ts'
import { useSlow } from '../core/use-slow.ts'
import { Bell } from '../notifications/Bell.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { Shell } from '../shell/Shell.tsx'
import type { Crumb, ProjectChoice } from '../shell/shell-data.ts'
import { AddressNotice } from './AddressNotice.tsx'
import { CommandNotice } from './CommandNotice.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { navigationGroups } from './navigation-groups.ts'

const NOBODYS: readonly AccessRecord[] = []

const choiceOf = ({ project, organization, access_level }: AccessRecord): ProjectChoice => ({
  id: project.id,
  name: project.name,
  collection: organization?.name ?? 'Personal',
  level: levelWords[access_level].name,
})

type Owner = { readonly id: string; readonly name: string } | null

const crumbsOf = (place: RouteMatch, project: string | undefined, object: string | null, owner: Owner): Crumb[] => {
  const first: Crumb = project ? { label: project, place: { to: 'home' } } : { label: 'Sonde' }
  const last = { label: object ?? crumbOf(place) }
  if (owner)
    return [
      first,
      { label: routes.schedules.title, place: { to: 'schedules' } },
      { label: owner.name, place: { to: 'schedule-downtimes', params: { scheduleId: owner.id } } },
      last,
    ]
  const parent = parentOf(place.name)
  return [first, ...(parent ? [{ label: routes[parent].title, place: { to: parent } }] : []), last]
}

/** The schedule that a new downtime is for, once its name is known. */
const useOwner = ({ name, search }: RouteMatch): Owner => {
  const id = name === 'new-downtime' ? (search.schedule ?? '') : ''
  const owner = useObjectName(id === '' ? null : { name: 'schedule', params: { scheduleId: id }, search: {} })
  return owner === null ? null : { id, name: owner }
}

type ShellFrameProps = { place: RouteMatch; isMissing: boolean; children: ReactNode }

/** The shell, fed from the machines. */
export const ShellFrame = ({ place, isMissing, children }: ShellFrameProps) => {
  const user = useMachine('sign-in', (snapshot) => snapshot?.context.user)
  const visitor = useMachine('project', (snapshot) => snapshot?.context.account)
  const account = visitor?.account
  const isAdmin = useMachine('project', (snapshot) => snapshot?.context.account?.permissions.includes('site_admin'))
  const current = useMachine('project', (snapshot) => snapshot?.context.current)
  const isProjectKnown = useMachine('project', (snapshot) => snapshot?.hasTag('settled') ?? false)
  const records = useMachine('project', (snapshot) => snapshot?.context.projects) ?? NOBODYS
  const quota = useMachine('project', (snapshot) => snapshot?.context.quota)
  const preferences = useMachine('preferences', (snapshot) => snapshot?.context)
  const object = useObjectName(isMissing ? null : place)
  const owner = useOwner(place)
  const monitors = useMonitorCount(place.name, current != null)
  const projects = useMemo(() => records.map(choiceOf), [records])
  const next = useMachine('project', (snapshot) => (snapshot?.matches('switching') ? snapshot.context.next : null))
  const isSlow = useSlow(next != null && current != null)
  const most = quota?.quotas.test_run_quota
  return (
    <Shell
      title={isMissing ? 'Not found' : object ? `${object}, ${routes[place.name].title}` : routes[place.name].title}
      navigation={navigationGroups(place.name, monitors)}
      project={current ? choiceOf(current) : isProjectKnown ? null : undefined}
      projects={projects}
      opening={isSlow ? (projects.find(({ id }) => id === next)?.name ?? 'another project') : null}
      user={
        user
          ? { name: account?.nickname ?? account?.name ?? user.name, email: user.email, picture: account?.picture }
          : null
      }
      crumbs={crumbsOf(place, current?.project.name, isMissing ? 'Not found' : object, owner)}
      quota={quota && most ? { used: quota.counts.org_test_run_count, most } : null}
      preferences={{
        theme: preferences?.theme ?? 'system',
        density: preferences?.density ?? 'regular',
        collapsed: preferences?.collapsed ?? false,
      }}
      tools={current && <Bell />}
      notice={<ConnectionNotice />}
      account={[
        { to: 'profile', label: 'Profile', icon: 'person' },
        { to: 'email-subscriptions', label: 'Email subscriptions', icon: 'mail' },
        ...(isAdmin
          ? ([
              { to: 'accounts', label: 'Accounts', icon: 'person' },
              { to: 'site-organizations', label: 'All organizations', icon: 'catalog' },
              { to: 'site-projects', label: 'All projects', icon: 'catalog' },
              { to: 'identity-providers', label: 'Identity providers', icon: 'lock' },
              { to: 'outbox', label: 'Outbox', icon: 'upload' },
            ] as const)
          : []),
        { to: 'terminal', label: 'Terminal', icon: 'terminal' },
        { to: 'debug', label: 'Debug', icon: 'debug' },
      ]}
    >
      <CommandNotice />
      {visitor && <AddressNotice account={visitor} />}
      {children}
    </Shell>
  )
}
