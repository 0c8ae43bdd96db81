import { useCallback, useMemo } from 'react'
import { type AccessRecord, isSiteViewer } from '../../../machines/projects/project-choice.ts'
import { pageAbove, UNKNOWN_PARAMETER } from '../../commands/core/addresses.ts'
import { routes } from '../../commands/routes.ts'
import { useMachine } from '../core/machines-of.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useSearchParam, useTitle } from '../core/use-current-route.ts'
import { useList } from '../core/use-list.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { usePerform } from '../core/use-world.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go, LinkTo } from '../parts/act/Go.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { FilterBar } from '../parts/table/FilterBar.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { ErrorState } from '../parts/text/ErrorState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { CollectionCard } from './CollectionCard.tsx'
import { OpenById } from './OpenById.tsx'
import { OwnInvitations } from './OwnInvitations.tsx'
import { matching, type ProjectGroup, projectGroups } from './project-groups.ts'

/** How many projects there may be before a filter helps more than it takes room. */
const FEW = 6
/** Characters of an unknown address that are shown. */
const LONGEST_ADDRESS = 200

/** Where a signed-in person begins: the collections, and the projects of each that they may enter. */
const CollectionsScreen = () => {
  const project = useMachine('project', (snapshot) => snapshot?.context)
  const favorites = useMachine('preferences', (snapshot) => snapshot?.context.favorites)
  const hasFailed = useMachine('project', (snapshot) => snapshot?.matches('failed') ?? false)
  const isSlow = useSlow(!project?.account && !hasFailed)
  const [unknown] = useSearchParam(UNKNOWN_PARAMETER)
  const above = unknown ? pageAbove(unknown) : null
  useTitle()
  const { account, projects, organizations } = project ?? {}
  const groups = useMemo(
    () =>
      projectGroups(projects ?? [], organizations ?? [], account?.roles ?? {}, account?.creates_in ?? [], favorites),
    [projects, organizations, account, favorites],
  )
  if (hasFailed && !account)
    return (
      <ErrorState
        page
        sentence="Your projects could not be read. Try again."
        actions={<Act command="project.retry" kind="primary" />}
        details={{ cause: project?.error?.message }}
      />
    )
  if (!account) return isSlow ? <Loading label="Collections" /> : null

  const isEmpty = projects?.length === 0
  return (
    <>
      <PageHead
        title="Collections"
        lead={leadOf(projects?.length ?? 0, groups.length)}
        actions={
          !isEmpty && (
            <Go to="new-project" kind="primary" icon="plus">
              New project
            </Go>
          )
        }
      />
      {unknown && (
        <Notice
          kind="warning"
          title="There is no page at this address"
          actions={
            above && (
              <LinkTo to={above.name} params={above.params} kind="secondary" size="small">
                Go to {routes[above.name].title.toLowerCase()}
              </LinkTo>
            )
          }
        >
          <code>{unknown.slice(0, LONGEST_ADDRESS)}</code> may be misspelled, or of another version. These are your
          collections.
        </Notice>
      )}
      <OwnInvitations invitations={account.invites} />
      {isEmpty ? (
        <NoProjects />
      ) : (
        <Projects groups={groups} openId={project?.current?.project.id ?? null} nextId={project?.next ?? null} />
      )}
      {isSiteViewer(account.permissions) && <OpenById />}
    </>
  )
}
export default CollectionsScreen

const rowId = ({ project }: AccessRecord): string => project.id
const rowName = ({ project }: AccessRecord): string => project.name

type ProjectsProps = { groups: readonly ProjectGroup[]; openId: string | null; nextId: string | null }

const Projects = ({ groups, openId, nextId }: ProjectsProps) => {
  const perform = usePerform()
  const { data } = useResource('project.figures', {})
  const figures = useMemo(() => new Map((data?.results ?? []).map((each) => [each.project_id, each])), [data])
  const [search, setSearch] = useSearchParam('search')
  const shown = useMemo(() => matching(groups, search), [groups, search])
  const rows = useMemo(() => shown.flatMap(({ records }) => records), [shown])
  const { cursor } = useList({ kind: 'project', rows, rowId, rowName })
  useScreenEvents(
    'screen',
    useCallback(
      (event) => {
        if (event.type === 'OPEN') perform('project.switch', { project: event.id })
      },
      [perform],
    ),
  )
  const count = groups.reduce((sum, { records }) => sum + records.length, 0)
  return (
    <>
      {count > FEW && (
        <FilterBar
          label="Filter projects"
          onClear={search === '' ? null : () => setSearch('')}
          count={search === '' ? undefined : `${rows.length} of ${count} projects`}
        >
          <SearchInput value={search} onValue={setSearch} label="Name, tag or collection" />
        </FilterBar>
      )}
      {rows.length === 0 && (
        <EmptyState title="No project matches" line="switch project">
          No name, tag, id or collection contains “{search}”.
        </EmptyState>
      )}
      {shown.map((group) => (
        <CollectionCard
          key={group.id ?? 'personal'}
          group={group}
          openId={openId}
          nextId={nextId}
          cursor={cursor}
          figures={figures}
        />
      ))}
    </>
  )
}

const NoProjects = () => (
  <EmptyState
    title="No projects yet"
    actions={
      <>
        <Go to="welcome" kind="primary">
          Get started
        </Go>
        <Go to="new-project" kind="secondary" icon="plus">
          New project
        </Go>
      </>
    }
    line="create project payments"
  >
    A project holds monitors with their schedules, results and alerts. Create one, or ask a colleague for access to
    theirs.
  </EmptyState>
)

const leadOf = (projects: number, collections: number): string => {
  if (projects === 0) return 'Projects that you can open are listed here.'
  const many = projects === 1 ? '1 project' : `${projects} projects`
  return collections > 1 ? `${many} in ${collections} collections.` : `${many} you can open.`
}
