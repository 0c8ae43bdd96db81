import { expect } from 'vitest'
import type { Turn } from './conversation.ts'

const url = 'https://api.example.com/orders'
const isText = expect.any(String)
const envelope = { owner: isText, project_id: '{project}', created: isText, last_update: isText }
const more = { more: true, next_cursor: isText, project_id: '{project}' }
const last = { more: false, next_cursor: null, project_id: '{project}' }
const missing = (error_msg: unknown) => ({ error: 'not_found', error_msg })

const project: readonly Turn[] = [
  {
    says: 'a key names its project',
    asks: 'GET /api/2/account/projects',
    status: 200,
    answers: { projects: [{ access_level: 'OWNER', project: { id: isText } }] },
    keeps: { project: 'projects.0.project.id', name: 'projects.0.project.name' },
  },
  {
    says: 'and the project itself',
    asks: 'GET /api/2/project/',
    status: 200,
    answers: {
      id: '{project}',
      meta: { name: '{name}', tags: [], project_id: '{project}' },
      project: { id: '{project}', name: '{name}' },
      access_level: 'OWNER',
    },
  },
]

const calls: readonly Turn[] = [
  {
    says: 'PUT creates a call',
    asks: 'PUT /api/2/calls/',
    body: { meta: { name: 'Orders', tags: ['a'] }, request: { method: 'get', url } },
    status: 201,
    answers: { id: isText, meta: { name: 'Orders', tags: ['a'], ...envelope }, request: { method: 'GET', url } },
    keeps: { call: 'id' },
  },
  {
    says: 'and so does POST, without a trailing slash',
    asks: 'POST /api/2/calls',
    body: { meta: { name: 'Stock' }, request: { url } },
    status: 201,
    answers: { meta: { name: 'Stock' } },
    keeps: { other: 'id' },
  },
  { says: 'one is read', asks: 'GET /api/2/calls/{call}/', status: 200, answers: { id: '{call}', request: { url } } },
  { says: 'with or without the slash', asks: 'GET /api/2/calls/{call}', status: 200, answers: { id: '{call}' } },
  {
    says: 'an update merges',
    asks: 'POST /api/2/calls/{call}',
    body: { meta: { description: 'All orders' } },
    status: 200,
    answers: { meta: { name: 'Orders', description: 'All orders', tags: ['a'] }, request: { url } },
  },
  {
    says: 'fields that were read may be sent back, and those that nobody writes are ignored',
    asks: 'POST /api/2/calls/{call}/',
    body: {
      ...{ id: '{call}', type: 'api', schedule_ids: [], monitored: false, last_result: null },
      ...{ meta: { name: 'Orders', owner: 'x', project_id: 'x' }, request: { url } },
    },
    status: 200,
    answers: { meta: { name: 'Orders', project_id: '{project}' } },
  },
  {
    says: 'a list is read page by page, the newest first',
    asks: 'GET /api/2/calls/?limit=1',
    status: 200,
    answers: { meta: more, results: [{ id: '{other}' }] },
    keeps: { cursor: 'meta.next_cursor' },
  },
  {
    says: 'to its last page',
    asks: 'GET /api/2/calls/?limit=1&cursor={cursor}',
    status: 200,
    answers: { meta: last, results: [{ id: '{call}' }] },
  },
  {
    says: 'a call runs, and its result can be read at once',
    asks: 'POST /api/2/calls/{call}/run',
    body: { location_id: null, run_delay: 0, context: {} },
    status: 200,
    answers: { call_id: '{call}', location_id: isText, result_id: isText },
    keeps: { result: 'result_id' },
  },
  {
    says: 'as queued',
    asks: 'GET /api/2/results/{result}/',
    status: 200,
    answers: { meta: { result_category: 'QUEUED' } },
  },
]

const schedules: readonly Turn[] = [
  {
    says: 'PUT creates a schedule, nested',
    asks: 'PUT /api/2/schedules/',
    body: { meta: { name: 'Often', tags: ['sys:postman'] }, schedule: { frequency: 300, target_ids: ['{call}'] } },
    status: 201,
    answers: {
      id: isText,
      meta: { name: 'Often', description: null, tags: ['sys:postman'], ...envelope },
      schedule: {
        frequency: 300,
        regions: ['all'],
        locations: [],
        target_ids: ['{call}'],
        backoff_method: null,
        enabled: true,
      },
    },
    keeps: { schedule: 'id' },
  },
  {
    says: 'another one without any field has the values of any new one',
    asks: 'POST /api/2/schedules',
    body: {},
    status: 201,
    answers: { meta: { name: 'Unnamed Schedule' }, schedule: { frequency: 86400 } },
    keeps: { plain: 'id' },
  },
  {
    says: 'an update merges within its objects',
    asks: 'POST /api/2/schedules/{schedule}',
    body: { schedule: { frequency: 'hourly' } },
    status: 200,
    answers: { meta: { name: 'Often' }, schedule: { frequency: 3600, target_ids: ['{call}'], enabled: true } },
  },
  {
    says: 'a call is added',
    asks: 'POST /api/2/schedules/{schedule}/call/{other}',
    status: 200,
    answers: { id: '{schedule}', schedule: { target_ids: ['{call}', '{other}'] } },
  },
  { says: 'and removed', asks: 'DELETE /api/2/schedules/{schedule}/call/{other}/', status: 204 },
  {
    says: 'the other one stays',
    asks: 'GET /api/2/schedules/{schedule}/',
    status: 200,
    answers: { id: '{schedule}', schedule: { target_ids: ['{call}'] } },
  },
  {
    says: 'a list is read page by page',
    asks: 'GET /api/2/schedules/?limit=1',
    status: 200,
    answers: { meta: more, results: [{ id: '{plain}', meta: envelope, schedule: { enabled: true } }] },
  },
  {
    says: 'the same schedule is flat in version 3',
    asks: 'GET /api/3/schedules/{schedule}',
    status: 200,
    answers: { id: '{schedule}', name: 'Often', frequency: 3600, targets: ['{call}'] },
  },
  {
    says: 'PUT creates a downtime',
    asks: 'PUT /api/2/schedules/{schedule}/downtime/',
    body: { downtime: { start_time: '2098-01-05T02:00:00Z', end_time: '2098-01-05T03:00:00Z', repeated: false } },
    status: 201,
    answers: { meta: { schedule_id: '{schedule}' }, schedule: { repeated: false } },
    keeps: { downtime: 'id' },
  },
  {
    says: 'which is read',
    asks: 'GET /api/2/schedules/downtime/{downtime}/',
    status: 200,
    answers: { id: '{downtime}', meta: { schedule_id: '{schedule}' } },
  },
  {
    says: 'and listed',
    asks: 'GET /api/2/schedules/{schedule}/downtime/',
    status: 200,
    answers: { meta: last, results: [{ id: '{downtime}' }] },
  },
  { says: 'and deleted', asks: 'DELETE /api/2/schedules/downtime/{downtime}', status: 204 },
]

const webhooks: readonly Turn[] = [
  {
    says: 'PUT creates an alert, nested',
    asks: 'PUT /api/2/webhooks/',
    body: {
      meta: { name: 'On call', include_tags: ['a'], exclude_tags: [], call_id: '{call}' },
      webhook: { type: 'generic', enabled: true, alerts: ['FAIL'], parameters: { url, fails_in_a_row: '2' } },
    },
    status: 201,
    answers: {
      id: isText,
      meta: { name: 'On call', tags: [], include_tags: ['a'], call_id: '{call}', project_webhook: false, ...envelope },
      webhook: { type: 'webhook', enabled: true, alerts: ['FAIL'], parameters: { url, fails_in_a_row: '2' } },
    },
    keeps: { webhook: 'id' },
  },
  {
    says: 'what was read may be sent back with one field changed',
    asks: 'POST /api/2/webhooks/{webhook}/',
    body: {
      id: '{webhook}',
      meta: { name: 'On call, all', description: null, tags: [], call_id: null, project_webhook: true, owner: 'x' },
      webhook: { enabled: false },
    },
    status: 200,
    answers: { meta: { name: 'On call, all', project_webhook: true }, webhook: { enabled: false, alerts: ['FAIL'] } },
  },
  {
    says: 'one is read',
    asks: 'GET /api/2/webhooks/{webhook}',
    status: 200,
    answers: { id: '{webhook}', meta: { call_id: null }, webhook: { type: 'webhook' } },
  },
  {
    says: 'all are listed',
    asks: 'GET /api/2/webhooks/',
    status: 200,
    answers: { meta: last, results: expect.arrayContaining([expect.objectContaining({ webhook: expect.anything() })]) },
  },
  { says: 'one is deleted', asks: 'DELETE /api/2/webhooks/{webhook}', status: 204 },
  {
    says: 'and gone',
    asks: 'GET /api/2/webhooks/{webhook}',
    status: 404,
    answers: missing('There is no such webhook in this project.'),
  },
]

const workflows: readonly Turn[] = [
  {
    says: 'PUT creates a workflow',
    asks: 'PUT /api/2/workflows/',
    body: { meta: { name: 'Checkout' }, workflow: { call_ids: ['{call}', '{other}'] } },
    status: 201,
    answers: { meta: { name: 'Checkout', ...envelope }, workflow: { call_ids: ['{call}', '{other}'] } },
    keeps: { workflow: 'id' },
  },
  { says: 'which is read', asks: 'GET /api/2/workflows/{workflow}', status: 200, answers: { id: '{workflow}' } },
  ...['?limit=1', 'call/{call}/'].map((path) => ({
    says: `listed at workflows/${path}`,
    asks: `GET /api/2/workflows/${path}`,
    status: 200,
    answers: { meta: { project_id: '{project}' }, results: [{ id: '{workflow}' }] },
  })),
  { says: 'and deleted', asks: 'DELETE /api/2/workflows/{workflow}/', status: 204 },
]

const tokens: readonly Turn[] = [
  {
    says: 'PUT creates an auth setting',
    asks: 'PUT /api/2/auth/',
    body: { meta: { name: 'Login' }, settings: { auth_type: 'BASIC', allowed_origins: ['https://api.example.com'] } },
    status: 201,
    answers: { meta: { name: 'Login' } },
    keeps: { auth: 'id' },
  },
  {
    says: 'and a token of it',
    asks: 'PUT /api/2/tokens/',
    body: { meta: { name: 'Ada', auth_id: '{auth}' }, token: { username: 'ada', password: 'lovelace' } },
    status: 201,
    answers: { meta: { name: 'Ada', auth_id: '{auth}' }, token: { has_value: true } },
    keeps: { token: 'id' },
  },
  {
    says: 'an update merges',
    asks: 'POST /api/2/tokens/{token}',
    body: { meta: { name: 'Countess' } },
    status: 200,
    answers: { meta: { name: 'Countess', auth_id: '{auth}' } },
  },
  { says: 'one is read', asks: 'GET /api/2/tokens/{token}', status: 200, answers: { meta: { name: 'Countess' } } },
  ...['auth/', 'tokens/', 'tokens/auth/{auth}/'].map((path) => ({
    says: `${path} lists it`,
    asks: `GET /api/2/${path}`,
    status: 200,
    answers: { meta: last, results: [{ id: path === 'auth/' ? '{auth}' : '{token}' }] },
  })),
  {
    says: 'files are listed the same way',
    asks: 'GET /api/2/files/',
    status: 200,
    answers: { meta: last, results: [] },
  },
  { says: 'and deleted', asks: 'DELETE /api/2/tokens/{token}/', status: 204 },
]

const refusals: readonly Turn[] = [
  {
    says: 'a missing field is 400, and named as it was asked for',
    asks: 'PUT /api/2/webhooks/',
    body: { meta: { name: 'On call' }, webhook: { type: 'webhook' } },
    status: 400,
    answers: {
      error: 'missing_field',
      error_msg: 'webhook.parameters is missing.',
      fields: [{ loc: ['webhook', 'parameters'], type: 'required' }],
    },
  },
  {
    says: 'a wrong value is 422',
    asks: 'POST /api/2/schedules/',
    body: { schedule: { frequency: 0 } },
    status: 422,
    answers: { error: 'invalid', error_msg: expect.stringMatching(/^schedule\.frequency must be /) },
  },
  {
    says: 'a rule of the kind names the nested field too',
    asks: 'POST /api/2/schedules/{schedule}',
    body: { schedule: { target_ids: ['{call}', 'nothing'] } },
    status: 422,
    answers: {
      error: 'invalid',
      error_msg: expect.stringMatching(/^schedule\.target_ids\[1\] must be the id of /),
      fields: [{ loc: ['schedule', 'target_ids', 1], type: 'unknown' }],
    },
  },
  {
    says: 'the flat form is not taken for the nested one',
    asks: 'POST /api/2/schedules/',
    body: { frequency: 60 },
    status: 422,
    answers: { error: 'invalid', error_msg: expect.stringContaining('frequency is not a field of this request') },
  },
  {
    says: 'an id of nothing is 404',
    asks: 'GET /api/2/schedules/nothing/',
    status: 404,
    answers: missing('There is no such schedule in this project.'),
  },
  {
    says: 'and cannot be attached',
    asks: 'POST /api/2/schedules/{schedule}/call/nothing',
    status: 404,
    answers: missing(isText),
  },
  { says: 'a schedule is deleted', asks: 'DELETE /api/2/schedules/{schedule}', status: 204 },
  { says: 'a call is deleted', asks: 'DELETE /api/2/calls/{call}', status: 204 },
  {
    says: 'a second delete is 404, in JSON',
    asks: 'DELETE /api/2/calls/{call}/',
    status: 404,
    answers: missing(isText),
  },
]

/** What a command-line client says to the server, in this order. */
export const conversation = { project, calls, schedules, webhooks, workflows, tokens, refusals }
