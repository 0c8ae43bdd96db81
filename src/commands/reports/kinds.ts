import { kind, listed, namedBy } from '../core/kind-row.ts'

/** Reports. */
export const reportKinds = {
  report: kind({
    noun: ['report', 'reports'],
    icon: 'report',
    parameter: 'reportId',
    list: listed('report.list', {}, ({ results }) =>
      results.map(({ id, meta, report }) => {
        const rows = report.groups.reduce((sum, group) => sum + group.rows.length, 0)
        return { id, name: meta.name, note: `${rows} ${rows === 1 ? 'row' : 'rows'}${meta.public ? ', public' : ''}` }
      }),
    ),
    naming: namedBy(
      'report.read',
      (id) => ({ params: { id } }),
      ({ meta }) => meta.name,
    ),
    routes: { list: 'reports', one: 'report', make: 'new-report', edit: 'report-edit' },
  }),
}
