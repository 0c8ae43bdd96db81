import { kinds } from '../kinds.ts'
import type { EntityKind } from './world.ts'

/** What asks for an argument of a name, wherever it stands; without words here a command brings its own. */
const OF_NAMES: Readonly<Record<string, string>> = {
  resourceId: 'Which id?',
  name: 'Which name?',
  description: 'Which description?',
  start_time: 'When does it start, as 2026-01-05T02:00:00Z?',
  end_time: 'When does it end, as 2026-01-05T04:00:00Z?',
  repeated: 'Does it repeat?',
  repeat_days: 'Every day (1), every week (7) or once (0)?',
  timezone: 'Which time zone, such as Europe/Berlin?',
  tags: 'Which tags?',
  workspace: 'Which environment?',
  method: 'Which method?',
  url: 'Which address?',
  parameters: 'Which query parameters, as NAME=value?',
  headers: 'Which headers, as NAME=value?',
  variables: 'Which variables, as NAME=value?',
  allowed_origins: 'Which origins may its secrets be sent to?',
  body_encoding: 'Is the body text or base64?',
  parts: 'Which parts does the form have?',
  file_id: 'Which stored file is the body?',
  body: 'Which body?',
  follow_redirects: 'Follow redirects?',
  verify_tls: 'Verify TLS certificates?',
  timeout_seconds: 'Which timeout, in seconds?',
  settings: 'Show its request to every account?',
  results: 'Show its last result to every account?',
  stats: 'Show its figures to every account?',
  org: 'Show it to the members of the organization?',
  frequency: 'How often?',
  regions: 'From which regions?',
  locations: 'From which locations?',
  targets: 'Which monitors?',
  backoff_method: 'Which retry method?',
  enabled: 'Enabled?',
  web_hook_type: 'Which type of alert?',
  monitor_id: 'For which monitor?',
  alerts: 'For which results?',
  username: 'Which user name?',
  password: 'Which password?',
  secret: 'Which signing key?',
  fails_in_a_row: 'After how many results in a row?',
  no_data_periods: 'After how many periods without data?',
  email_address: 'To which email addresses?',
  subject_template: 'Which subject?',
  text_template: 'Which text?',
  channel: 'In which channel?',
  integration_key: 'Which integration key?',
  severity: 'Which severity?',
  priority: 'Which priority?',
  api_key: 'Which API key?',
  routing_key: 'Which routing key?',
  app_key: 'Which app key?',
  user_key: 'Which access token?',
  page_id: 'Which page?',
  component_id: 'Which component?',
  site: 'Which site?',
  call_id: 'Which monitor does it run?',
  repeat: 'Send every further failure?',
  include_tags: 'Only monitors with which tags?',
  exclude_tags: 'Exclude monitors with which tags?',
  email: 'Which email address?',
  token: 'Which token?',
}

const questionOf = (kind: EntityKind): string => kinds[kind].prompt ?? `Which ${kinds[kind].noun[0]}?`

/** The prompt for an argument, by its name or the kind it refers to; null without a prompt. */
export const promptFor = (key: string, kind: EntityKind | null): string | null =>
  (Object.hasOwn(OF_NAMES, key) ? OF_NAMES[key] : null) ?? (kind && questionOf(kind))

const SECONDS = new Set(['frequency', 'timeout_seconds', 'delay'])
const MINUTES = new Set(['minutes'])

/** The unit of a duration argument of that name. */
export const unitOf = (key: string): 's' | 'min' | null => (SECONDS.has(key) ? 's' : MINUTES.has(key) ? 'min' : null)
