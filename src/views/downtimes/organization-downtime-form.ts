import { parseTime } from '../../domain/core/wire-time.ts'
import { downtimeProblems, pastProblems } from '../../domain/downtimes/downtime-rules.ts'
import { localText } from '../../domain/downtimes/local-times.ts'
import { choice, own, text } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import { missingTimes, newTimes, REPEATS, timesOf } from './downtime-form.ts'
import type { OrganizationDowntimeRow } from './use-organization-downtimes.ts'

const ALL_PROJECTS = 'all'

/** The choice to cover only some projects. */
export const SOME_PROJECTS = 'some'

const SCOPES = [
  { value: ALL_PROJECTS, label: 'All projects' },
  { value: SOME_PROJECTS, label: 'Only these projects' },
] as const

const idsOf = (projects: string): string[] => projects.split(' ').filter((id) => id !== '')

/** The form of an organization downtime. Its times are local times of its time zone. */
export const organizationDowntimeForm = recordTable<OrganizationDowntimeRow>()({
  fields: {
    name: text({ label: 'Name', placeholder: 'Data center maintenance', maxLength: 400 }),
    scope: choice({ label: 'Projects', part: 'projects', options: SCOPES, blank: ALL_PROJECTS }),
    /** Ids, separated by spaces; kept while all projects are chosen. */
    projects: own<string>({ label: 'Projects', blank: '', paths: ['project_ids'] }),
    start: text({ label: 'Start', type: 'datetime-local', paths: ['start_time'] }),
    end: text({ label: 'End', type: 'datetime-local', paths: ['end_time'] }),
    timezone: choice({ label: 'Time zone', options: [] }),
    repeat: choice({ label: 'Repeats', options: REPEATS, blank: '0', paths: ['repeat_days', 'repeated'] }),
  },
  read: ({ start_time, end_time, timezone, repeat_days, project_ids }) => ({
    scope: project_ids.length === 0 ? ALL_PROJECTS : SOME_PROJECTS,
    projects: project_ids.join(' '),
    start: localText(parseTime(start_time) ?? 0, timezone),
    end: localText(parseTime(end_time) ?? 0, timezone),
    repeat: String(repeat_days),
  }),
  write: ({ name }, form) => ({
    name,
    project_ids: form.scope === SOME_PROJECTS ? idsOf(form.projects) : [],
    ...timesOf(form),
  }),
  rules: ({ name, project_ids: ids, ...times }, form, base) => {
    const absent = missingTimes(form)
    const isMissing = (field: string) => absent.some((each) => field === `${each.field}_time`)
    const wrong = downtimeProblems(name, times, '')
    // An end that is wrong already is not reported twice.
    const past = pastProblems(timesOf(base), times, Date.now(), '').filter(
      ({ field }) => !wrong.some((other) => other.field === field),
    )
    const isEmpty = form.scope === SOME_PROJECTS && ids.length === 0
    const chosen = isEmpty ? [{ field: 'projects', message: 'Choose at least one project.' }] : []
    return [...chosen, ...absent, ...[...wrong, ...past].filter(({ field }) => !isMissing(field))]
  },
})

export type OrganizationDowntimeForm = ReturnType<typeof organizationDowntimeForm.formOf>

/** A new organization downtime: the next full hour. */
export const newOrganizationDowntime = (nowMs: number): OrganizationDowntimeForm => ({
  ...organizationDowntimeForm.blank,
  ...newTimes(nowMs),
})

/** The chosen projects after one is added or removed. */
export const withProject = (projects: string, id: string, isChosen: boolean): string =>
  [...idsOf(projects).filter((each) => each !== id), ...(isChosen ? [id] : [])].join(' ')

/** Ids of the chosen projects. */
export const projectIdsOf = ({ projects }: OrganizationDowntimeForm): readonly string[] => idsOf(projects)
