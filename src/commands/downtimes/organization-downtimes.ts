import { counted } from '../core/bulk-words.ts'
import { type Command, command } from '../core/command.ts'
import { entityOf, slugOf } from '../core/naming.ts'
import { objectsIn, ofOrganization } from '../core/objects.ts'
import { withInstants, zoneOf, zoneOfCall } from '../core/time-words.ts'
import type { World } from '../core/world.ts'
import { announcement, plannedDowntime, plannedWords, refuseBackwards } from './announced.ts'
import { repeatChoices } from './repeat-choices.ts'

const name = '1 <= string <= 400'
const time = 'string <= 40'
const times = { start_time: time, end_time: time }
const options = {
  'repeated?': 'boolean',
  'repeat_days?': '0 | 1 | 7',
  'timezone?': '1 <= string <= 100',
  'project_ids?': 'string[]',
  'all_projects?': 'boolean',
} as const

const of = { organization: 'collection', project_ids: 'project' } as const

/** The projects that a line names; absent where it names none. @throws where it names some, and all. */
const projectsOf = ({ project_ids: ids, all_projects: isAll }: Covered): { project_ids?: string[] } => {
  if (isAll && ids && ids.length > 0)
    throw new Error('A downtime covers all projects or only these: leave --all_projects or --project_ids out.')
  if (isAll === false && !ids?.length) throw new Error('Name the projects that it covers with --project_ids.')
  return isAll ? { project_ids: [] } : ids ? { project_ids: ids } : {}
}

/** Whom a downtime silences; with no projects, all of the organization. */
const coveredWords = (ids: readonly string[], organization: string): string =>
  `all monitors of ${ids.length === 0 ? 'all projects' : counted(ids.length, 'project')} of ${organization}`

const same = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id))

/** The name of an organization, between quotes. */
const nameOfOrganization = (id: string, world: World): string =>
  `“${entityOf(id, world.entities('collection'))?.name ?? id}”`

type Covered = { readonly project_ids?: string[]; readonly all_projects?: boolean }

const objects = {
  downtime_id: objectsIn('organization-downtime.list', ofOrganization, ({ data }) =>
    data.map(({ id, name, status: note }) => ({ id, name, note })),
  ),
}
const prompts = {
  name: 'Which name?',
  project_ids: 'Which projects (none for all)?',
  all_projects: 'Does it cover all projects, also those that are created later?',
  downtime_id: 'Which downtime?',
}

/** Commands on the downtimes of an organization. */
export const organizationDowntimeCommands: readonly Command[] = [
  command({
    id: 'organization-downtime.new',
    words: 'new organization downtime',
    title: 'New downtime',
    icon: 'pause',
    keys: 'n',
    keysFor: 'organization-downtime',
    args: { 'organization?': 'string' },
    of: { organization: 'collection' },
    prompts: { organization: 'Of which organization?' },
    run({ organization }, world) {
      const orgId = organization ?? world.place?.params.orgId
      if (orgId === undefined) throw new Error('Name the organization with --organization.')
      world.go('organization-downtimes', { orgId }, { edit: 'new' })
    },
  }),
  command({
    id: 'organization-downtime.create',
    words: 'create organization downtime',
    title: 'Create downtime',
    pending: 'Creating',
    icon: 'plus',
    effect: 'write',
    args: { organization: 'string', name, start_time: time, end_time: time, ...options },
    of,
    prompts,
    choices: { repeat_days: repeatChoices },
    silences: true,
    confirm({ project_ids: ids = [], ...args }, world) {
      const planned = plannedDowntime(args, { definitions: times, zone: zoneOfCall(args, world) }, world)
      return announcement(
        planned,
        {
          question: `Create a downtime for ${coveredWords(ids, nameOfOrganization(args.organization, world))}?`,
          button: 'Create downtime',
        },
        world,
      )
    },
    writes: ['organization-downtime.create'],
    async run({ organization, timezone, project_ids, all_projects, ...given }, world) {
      const covered = projectsOf({ project_ids, all_projects })
      const inZone = withInstants({ ...given, timezone: timezone ?? zoneOf(world) }, times, world)
      const planned = plannedDowntime(inZone, { definitions: {}, zone: zoneOf(world) }, world)
      refuseBackwards(planned, world)
      const body = { ...inZone, ...covered }
      const made = await world.call('organization-downtime.create', { params: { org: organization }, body })
      const when = planned ? `: ${plannedWords(planned, world)}` : ''
      world.tell(
        `“${made.name}” created for ${coveredWords(covered.project_ids ?? [], nameOfOrganization(organization, world))}${when}`,
      )
    },
  }),
  command({
    id: 'organization-downtime.update',
    words: 'change organization downtime',
    title: 'Change downtime',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    args: {
      organization: 'string',
      downtime_id: 'string',
      'name?': name,
      'start_time?': time,
      'end_time?': time,
      ...options,
    },
    of,
    objects,
    prompts,
    choices: { repeat_days: repeatChoices },
    needsOption: true,
    confirm({ organization, downtime_id: id, ...given }, world) {
      const ids = given.all_projects ? [] : given.project_ids
      const rows = world.known('organization-downtime.list', { params: { org: organization } })?.data
      const before = rows?.find((each) => each.id === id)
      if (ids === undefined || (before && same(before.project_ids, ids))) return null
      const shown = nameOfOrganization(organization, world)
      return {
        question: `Use “${before?.name ?? id}” for ${coveredWords(ids, shown)}?`,
        effects: before ? [`It covers ${coveredWords(before.project_ids, shown)} now`] : [],
        word: null,
        reversible: true,
        button: 'Change downtime',
      }
    },
    undo: 'calls',
    writes: ['organization-downtime.update'],
    async run({ organization, downtime_id: id, project_ids, all_projects, ...given }, world) {
      const rows = world.known('organization-downtime.list', { params: { org: organization } })?.data
      const zone = zoneOfCall(given, world, rows?.find((each) => each.id === id)?.timezone)
      const body = { ...withInstants(given, times, world, zone), ...projectsOf({ project_ids, all_projects }) }
      await world.call('organization-downtime.update', { params: { org: organization, id }, body })
      world.tell('Downtime changed')
    },
  }),
  command({
    id: 'organization-downtime.remove',
    words: 'delete organization downtime',
    title: 'Delete',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    args: { organization: 'string', downtime_id: 'string' },
    of: { organization: 'collection' },
    objects,
    prompts,
    confirm({ organization, downtime_id: id }, world) {
      const known = world.known('organization-downtime.list', { params: { org: organization } })
      const row = known?.data.find((each) => each.id === id)
      const shown = row?.name ?? id
      const projects = row?.project_ids.length ?? 0
      return {
        question: `Delete the downtime “${shown}” of ${nameOfOrganization(organization, world)} permanently?`,
        effects: [
          projects === 0
            ? 'It no longer covers the schedules of the organization'
            : `It no longer covers the schedules of ${counted(projects, 'project')}`,
          ...(row?.status === 'active' ? ['Their schedules run again at once'] : []),
        ],
        word: slugOf(shown).slice(0, 24).replace(/-$/, '') || 'downtime',
        name: shown,
        button: 'Delete downtime',
      }
    },
    writes: ['organization-downtime.remove'],
    async run({ organization, downtime_id: id }, world) {
      await world.call('organization-downtime.remove', { params: { org: organization, id } })
      world.tell('Downtime deleted')
    },
  }),
]
