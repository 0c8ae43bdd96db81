import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf, objectTags } from '../core/names.ts'
import { basedOn, optional } from '../core/resource.ts'
import { time } from '../core/wire.ts'
import { browserDraft, fullSettings, shownAddress } from './browser-setup.ts'
import { MONITOR_BYTES } from './monitors.ts'

const draft = shape({
  name: nameOf('1 <= string <= 400'),
  'description?': 'string <= 1500 | null',
  'tags?': objectTags,
  'workspace?': '1 <= string <= 200',
  ...browserDraft,
})

const row = shape({
  '...': fullSettings,
  id: 'string',
  name: 'string',
  description: 'string | null',
  tags: 'string[]',
  workspace: 'string',
  ...shownAddress,
  /** Ids of the schedules that run it. */
  schedule_ids: 'string[]',
  owner: 'string',
  created: time,
  last_update: time,
})

/**
 * Browser tests in their own flat form. Each is a monitor, so it is also listed, read, run, duplicated, deleted and restored as one.
 */
export const browserTests = {
  'browser-test.read': endpoint('GET /api/3/monitors/browser/{id}', {
    summary: 'Returns one browser test',
    access: 'see',
    shows: 'browser-test',
    answer: row,
  }),
  'browser-test.create': endpoint('POST /api/3/monitors/browser/', {
    summary: 'Creates a browser test: a page that agents load in a browser, with the steps of a journey if it has any',
    access: 'edit',
    seen: ['tags'],
    audit: 'monitor.create',
    status: 201,
    repeatable: true,
    maxBodyBytes: MONITOR_BYTES,
    body: draft,
    shows: 'browser-test',
    answer: row,
  }),
  'browser-test.update': endpoint('PUT /api/3/monitors/browser/{id}', {
    summary: 'Changes a browser test; absent fields keep their values',
    access: 'edit',
    seen: ['name', 'tags'],
    audit: 'monitor.update',
    maxBodyBytes: MONITOR_BYTES,
    body: shape({ ...optional(draft), ...basedOn }),
    shows: 'browser-test',
    answer: row,
  }),
  'browser-test.remove': endpoint('DELETE /api/3/monitors/browser/{id}', {
    summary:
      'Deletes a browser test with its alert states and removes it from its schedules; it can be restored for 30 days',
    access: 'edit',
    audit: 'monitor.delete',
    status: 204,
    answer: null,
  }),
} as const
