/**
 * The areas of the product, and which other areas each one may know, on every floor. An area is a folder of the same name below
 * `contract`, `domain`, `machines`, `commands`, `server/handlers`, `server/store` and `views`. `core` holds the mechanisms that belong to
 * no area; every area may use it, and it uses none.
 */
export const areas: Readonly<Record<string, readonly string[]>> = {
  accounts: ['api-keys', 'identity', 'projects'],
  admin: [],
  agents: ['files', 'results', 'runs', 'schedules'],
  alerts: ['accounts', 'auth', 'environments', 'identity', 'monitors', 'results', 'secrets', 'silence', 'workflows'],
  'api-keys': ['accounts'],
  audit: [],
  auth: ['certificates', 'secrets'],
  certificates: ['secrets'],
  conditions: ['agents', 'results', 'secrets', 'statistics'],
  debug: ['external', 'identity', 'projects', 'runs', 'secrets'],
  downtimes: ['results', 'schedules'],
  environments: ['auth', 'monitors', 'secrets'],
  external: [],
  files: ['conditions', 'monitors'],
  home: ['agents', 'downtimes', 'schedules', 'statistics', 'workflows'],
  identity: ['accounts', 'projects', 'results'],
  insights: ['agents', 'identity', 'monitors', 'results', 'statistics'],
  installation: ['identity'],
  links: ['projects', 'results'],
  live: ['results'],
  mail: ['accounts', 'projects', 'statistics'],
  monitors: [
    'agents',
    'alerts',
    'audit',
    'auth',
    'conditions',
    'downtimes',
    'environments',
    'files',
    'insights',
    'notifications',
    'onboarding',
    'projects',
    'results',
    'runs',
    'schedules',
    'secrets',
    'silence',
    'statistics',
  ],
  notifications: ['alerts', 'identity', 'results', 'silence'],
  onboarding: ['agents', 'conditions', 'monitors', 'projects', 'runs', 'schedules', 'workflows'],
  projects: ['accounts', 'api-keys', 'downtimes', 'identity', 'schedules', 'statistics'],
  results: ['agents', 'alerts', 'conditions', 'identity', 'monitors', 'runs', 'schedules', 'statistics', 'workflows'],
  runs: ['agents', 'alerts', 'auth', 'conditions', 'files', 'monitors', 'projects', 'results', 'workflows'],
  schedules: ['agents', 'downtimes', 'monitors', 'workflows'],
  secrets: [],
  silence: ['accounts', 'downtimes', 'monitors', 'results', 'statistics'],
  statistics: ['agents', 'identity', 'monitors', 'results'],
  workflows: [
    'agents',
    'alerts',
    'audit',
    'auth',
    'environments',
    'identity',
    'monitors',
    'results',
    'runs',
    'schedules',
    'secrets',
  ],
}

/** The floors that are divided into areas, and the folders of each that are mechanisms, lowest first: each may use those before it. */
export const dividedFloors: Readonly<Record<string, readonly string[]>> = {
  'src/contract': ['core'],
  'src/domain': ['core'],
  machines: ['chart', 'resource'],
  'src/commands': ['core'],
  'src/server/store': ['core'],
  'src/server/handlers': [],
  'src/views': ['style', 'parts', 'core', 'shell', 'console', 'kit'],
}

/** Folders that put areas together, and may know all of them. */
export const compositions: readonly string[] = ['machines/examples', 'src/views/app']
