import { route } from '../core/route.ts'

/** Reports, their charts, and the page that a public link opens. */
export const reportRoutes = {
  reports: route({ path: '/reports/', title: 'Reports', icon: 'report' }),
  'new-report': route({ path: '/reports/create', title: 'New report' }),
  report: route({ path: '/reports/{reportId}/', title: 'Report' }),
  'report-edit': route({ path: '/reports/{reportId}/edit', title: 'Edit' }),
  'report-graph': route({
    path: '/report-graph/{reportId}/{groupId}/{graphType}',
    title: 'Report chart',
    words: null,
    icon: 'chart',
  }),
  'public-report': route({
    path: '/reports/{token}/public',
    title: 'Report',
    flags: ['noAuthOk', 'noProjectOk'],
    words: null,
  }),
}
