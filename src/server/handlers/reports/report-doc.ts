import type { Draft, Row } from '../../../contract/core/resource.ts'
import type { reports as reportResource } from '../../../contract/reports/reports.ts'
import { holds } from '../../../domain/core/access.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { ProjectContext } from '../../http/context.ts'
import { locationsFor } from '../../store/agents/locations.ts'
import { newId } from '../../store/core/identifiers.ts'
import type { Stored } from '../../store/core/objects.ts'
import type { SecretCipher } from '../../store/core/secret-cipher.ts'
import { linksOf } from '../../store/reports/report-links.ts'
import { reportMonitors } from '../../store/reports/report-monitors.ts'
import type { ReportDoc, ReportGroup } from '../../store/reports/reports.ts'
import { isRegion } from './report-scope.ts'

type ReportRow = Row<typeof reportResource>
type ReportDraft = Partial<Draft<typeof reportResource>>
type Change = Omit<ReportDraft, 'meta'> & { readonly meta?: Partial<ReportDraft['meta']> }
type Groups = NonNullable<NonNullable<Change['report']>['groups']>

const withIds = (groups: Groups): ReportGroup[] =>
  groups.map(({ id, name, rows }) => ({
    id: id ?? newId(),
    name: name.trim(),
    rows: rows.map((row) => ({
      id: row.id ?? newId(),
      call_id: row.call_id,
      label: row.label?.trim() || null,
      dest_ip: row.dest_ip ?? null,
    })),
  }))

/**
 * Merges a change into a report. New rows must name monitors of the project; those that the report already had may be missing, so that
 * a report with a deleted monitor can still be changed. The same holds for locations.
 */
export const changedReport = async (
  before: ReportDoc,
  { meta, report }: Change,
  { db, project }: Pick<ProjectContext, 'db' | 'project'>,
): Promise<{ doc: ReportDoc; problems: Problem[] }> => {
  const { name: _, ...described } = meta ?? {}
  const { groups, regions, locations, ...settings } = report ?? {}
  // A draft that names only locations counts those alone.
  const scope =
    regions === undefined && locations === undefined
      ? {}
      : {
          regions: [...(regions ?? (locations?.length ? [] : before.report.regions))],
          locations: [...(locations ?? before.report.locations)],
        }
  const doc: ReportDoc = {
    meta: { ...before.meta, ...described },
    report: { ...before.report, ...settings, ...scope, ...(groups && { groups: withIds(groups) }) },
  }
  const known = new Set(before.report.groups.flatMap(({ rows }) => rows.map(({ call_id }) => call_id)))
  const named = (groups ?? []).flatMap(({ rows }) => rows.map(({ call_id }) => call_id))
  const found = await reportMonitors(
    db,
    project.key,
    named.filter((id) => !known.has(id)),
  )
  const problems = (groups ?? []).flatMap(({ rows }, at) =>
    rows.flatMap(({ call_id: id }, index) =>
      known.has(id) || found.has(id)
        ? []
        : problem(
            `report.groups[${at}].rows[${index}].call_id`,
            'unknown',
            `must be the id of a monitor; there is none called ${id}.`,
          ),
    ),
  )
  return { doc, problems: [...problems, ...(await placeProblems(before, report, { db, project }))] }
}

const placeProblems = async (
  before: ReportDoc,
  { regions = [], locations = [] }: NonNullable<Change['report']> = {},
  { db, project }: Pick<ProjectContext, 'db' | 'project'>,
): Promise<Problem[]> => {
  const wrongRegions = regions.flatMap((id, at) =>
    isRegion(id) ? [] : problem(`report.regions[${at}]`, 'unknown', `must be a region; there is none called ${id}.`),
  )
  const fresh = locations.filter((id) => !before.report.locations.includes(id))
  if (fresh.length === 0) return wrongRegions
  const known = new Set((await locationsFor(db, project.key)).map(({ id }) => id))
  return [
    ...wrongRegions,
    ...locations.flatMap((id, at) =>
      known.has(id) || !fresh.includes(id)
        ? []
        : problem(`report.locations[${at}]`, 'unknown', `must be the id of a location; there is none called ${id}.`),
    ),
  ]
}

/** Rows of reports. The secret part of a public link is for those alone who may open and close it. */
export const reportRows =
  (sealing: SecretCipher) =>
  async (stored: readonly Stored<ReportDoc>[], { db, project, level }: ProjectContext): Promise<ReportRow[]> => {
    const links = await linksOf(
      db,
      stored.map(({ key }) => key),
    )
    const ids = stored.flatMap(({ doc }) => doc.report.groups.flatMap(({ rows }) => rows.map((row) => row.call_id)))
    const found = await reportMonitors(db, project.key, ids)
    return stored.map(({ key, id, name, doc, owner, created, last_update }) => {
      const token = links.get(key)
      const { report } = doc
      const own = report.groups.flatMap(({ rows }) => rows.map((row) => row.call_id))
      return {
        id,
        meta: {
          name,
          description: doc.meta.description,
          tags: [...doc.meta.tags],
          order: doc.meta.order,
          public: token !== undefined,
          public_token: token && holds(level, 'publish') ? sealing.open(token) : null,
          owner,
          project_id: project.id,
          created: formatTime(created),
          last_update: formatTime(last_update),
        },
        report: {
          ...report,
          locations: [...report.locations],
          regions: [...report.regions],
          groups: report.groups.map((group) => ({ ...group, rows: [...group.rows] })),
        },
        missing_call_ids: [...new Set(own.filter((callId) => !found.has(callId)))],
      }
    })
  }
