import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import type { Level } from '../../src/domain/core/access.ts'

/**
 * Who may do what, as one table: the law of rights holds every endpoint against it, and `docs/people.md` shows it. It is written down apart
 * from `access` of the endpoints and from `src/domain/core/access.ts`, so that a mistake there is found.
 */
type Row = {
  readonly says: string
  /** Endpoints by name; `*` stands for any. */
  readonly endpoints: readonly string[]
  /** Only those that read, or only those that change something. */
  readonly effect?: 'read' | 'write'
  readonly levels: readonly Level[]
}

const EVERYONE: readonly Level[] = ['OWNER', 'MANAGER', 'EDITOR', 'ANALYST', 'VIEWER']
const ALL_BUT_VIEWER: readonly Level[] = ['OWNER', 'MANAGER', 'EDITOR', 'ANALYST']
const EDITORS: readonly Level[] = ['OWNER', 'EDITOR']
const GOVERNORS: readonly Level[] = ['OWNER', 'MANAGER', 'EDITOR']
const MANAGERS: readonly Level[] = ['OWNER', 'MANAGER']

/** What the levels of a project may do. An endpoint belongs to the first row that names it. */
export const PROJECT_ROWS: readonly Row[] = [
  {
    says: 'See result detail: headers, body, screenshots; sent messages',
    endpoints: ['result.content', 'result.screenshot', 'result.last-pass', 'delivery.read'],
    levels: ALL_BUT_VIEWER,
  },
  { says: 'Run monitors and workflows on demand', endpoints: ['monitor.run', 'workflow.run'], levels: ALL_BUT_VIEWER },
  {
    says: 'Acknowledge incidents',
    endpoints: ['alert.acknowledge', 'alert.unacknowledge'],
    levels: ALL_BUT_VIEWER,
  },
  { says: 'Open a report to the public', endpoints: ['report.publish', 'report.revoke'], levels: GOVERNORS },
  { says: 'Create, change and delete reports', endpoints: ['report.*'], effect: 'write', levels: ALL_BUT_VIEWER },
  {
    says: 'Open, change, resolve, merge, publish and delete incidents',
    endpoints: ['incident.*'],
    effect: 'write',
    levels: GOVERNORS,
  },
  { says: 'Change objectives', endpoints: ['objective.*'], effect: 'write', levels: GOVERNORS },
  {
    says: 'Read and verify the audit log',
    endpoints: ['audit.list', 'audit.list-of-resource', 'audit.verify'],
    levels: ALL_BUT_VIEWER,
  },
  { says: 'Export the audit log', endpoints: ['audit.csv'], levels: MANAGERS },
  { says: 'API keys, up to their own level', endpoints: ['key.*'], levels: ALL_BUT_VIEWER },
  { says: 'See the members', endpoints: ['project.members', 'project.roles'], levels: ALL_BUT_VIEWER },
  {
    says: 'Invite and remove members, and grant roles: of a level within their own',
    endpoints: ['invite.*', 'access.grant', 'access.remove', 'role-access.*'],
    levels: MANAGERS,
  },
  { says: 'Leave the project', endpoints: ['access.leave'], levels: EVERYONE },
  {
    says: 'Change project settings, name and tags',
    endpoints: ['project.update', 'project.expiring'],
    levels: MANAGERS,
  },
  {
    says: 'Remove subscribers of the status page, and see their addresses',
    endpoints: ['status-page.remove-subscriber'],
    levels: ['OWNER'],
  },
  {
    says: 'Publish and change the status page',
    endpoints: ['status-page.replace', 'status-page.remove', 'status-page.preview', 'status-page.subscribers'],
    levels: MANAGERS,
  },
  { says: 'Delete the project', endpoints: ['project.remove'], levels: ['OWNER'] },
  { says: 'Mark their own notifications as read', endpoints: ['notification.mark'], levels: EVERYONE },
  {
    says: 'Create, change, try and delete monitors, browser tests, workflows and conditions',
    endpoints: ['trial.*', 'monitor.from-curl', 'monitor.update-kms-helper', 'watch.*', 'sample.*'],
    levels: EDITORS,
  },
  {
    says: 'Create, change, try and delete monitors, browser tests, workflows and conditions',
    endpoints: ['monitor.*', 'browser-test.*', 'workflow.*', 'project-conditions.*'],
    effect: 'write',
    levels: EDITORS,
  },
  {
    says: 'Change auth settings and tokens',
    endpoints: ['auth-setting.certificates'],
    levels: EDITORS,
  },
  {
    says: 'Change auth settings and tokens',
    endpoints: ['auth-setting.*', 'token.*'],
    effect: 'write',
    levels: EDITORS,
  },
  {
    says: 'Change, test and snooze alerts',
    endpoints: ['webhook.*', 'delivery.*', 'recipient.*', 'dependency.*'],
    effect: 'write',
    levels: EDITORS,
  },
  { says: 'Change schedules and downtimes', endpoints: ['schedule.*', 'downtime.*'], effect: 'write', levels: EDITORS },
  {
    says: 'Change environments and variables',
    endpoints: ['environment.*', 'variable.*'],
    effect: 'write',
    levels: EDITORS,
  },
  { says: 'Import and change files', endpoints: ['file.*'], effect: 'write', levels: EDITORS },
  {
    says: 'See monitors, results, statistics, insights, reports, alerts, schedules, files, and names of variables',
    endpoints: [
      ...[
        'monitor.*',
        'browser-test.*',
        'deleted-monitor.*',
        'older-monitor.*',
        'workflow.*',
        'project-conditions.*',
        'schedule.*',
      ],
      ...[
        'downtime.*',
        'organization-downtime.list-of-project',
        'webhook.*',
        'alert.*',
        'dependency.*',
        'incident.*',
        'delivery.*',
        'notification.*',
      ],
      ...['file.*', 'auth-setting.*', 'token.*', 'report.*', 'result.*', 'statistics.*', 'baseline.*', 'insights.*'],
      ...['objective.*', 'environment.*', 'variable.*', 'project.read', 'project.synopsis', 'quota.*', 'live.*'],
      'analytics.token',
      'status-page.read',
    ],
    effect: 'read',
    levels: EVERYONE,
  },
]

const fits = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name

/** The row of an endpoint of a project; undefined where the table has none. */
export const rowOf = (name: string, { effect }: AnyEndpoint): Row | undefined =>
  PROJECT_ROWS.find(
    (row) =>
      (row.effect === undefined || (row.effect === 'read') === (effect === 'read')) &&
      row.endpoints.some((pattern) => fits(pattern, name)),
  )

/** Which holders of rights beyond a project may call an endpoint, by what its path is about. */
export type Reach = 'organization' | 'site' | 'project' | 'own' | 'agent' | 'public'

/** Organization paths that have rules of their own, and site paths outside of `/admin/`. */
const EXCEPTIONS: Readonly<Record<string, Reach>> = {
  'organization.list': 'site',
  'organization.synopsis': 'organization',
  'audit.list-of-installation': 'site',
  'audit.verify-installation': 'site',
}

/** Whose rights an endpoint asks for, read off its path; null where the path says nothing. */
export const reachOf = (name: string, { route }: AnyEndpoint): Reach | null => {
  if (EXCEPTIONS[name]) return EXCEPTIONS[name]
  if (route.includes('/admin/')) return 'site'
  if (/\/organizations\/\{org\}/.test(route)) return 'organization'
  return null
}

/** What roles of an organization and site permissions may do beyond projects. */
const ORGANIZATION_ROWS = [
  {
    says: 'Projects of the organization',
    by: ['by grants', 'by grants', 'owner of all', 'viewer of all', 'analyst of all', 'owner of all'],
  },
  {
    says: 'Members, roles, projects, settings, certificates, service accounts, integrations, downtimes: read',
    by: ['–', '–', '✓', '✓', '✓', '✓'],
  },
  { says: 'The same: change', by: ['–', '–', '✓', '–', '–', '✓'] },
  { says: 'Administration of the installation: accounts, all projects, mail', by: ['–', '–', '–', '–', '–', '✓'] },
] as const

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(heads), line(heads.map((_, index) => (index === 0 ? '---' : ':-:'))), ...rows.map(line)].join('\n')

/** The two tables as `docs/people.md` shows them. */
export const permissionTables = (): readonly string[] => {
  const said = new Map(PROJECT_ROWS.map(({ says, levels }) => [says, levels]))
  const marks = [...said].map(([says, levels]) => [
    says,
    ...EVERYONE.map((level) => (levels.includes(level) ? '✓' : '–')),
  ])
  return [
    table(['In a project', ...EVERYONE], marks),
    table(
      ['Beyond projects', 'DEFAULT', 'custom role', 'ADMIN', 'site_viewer', 'site_analyst', 'site_admin'],
      ORGANIZATION_ROWS.map(({ says, by }) => [says, ...by]),
    ),
  ]
}
