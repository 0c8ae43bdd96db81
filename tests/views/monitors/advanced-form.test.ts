import { expect, test } from 'vitest'
import { settingsWithTags, tagsBesideSettings } from '../../../src/domain/monitors/reserved-tags.ts'
import { MASK } from '../../../src/domain/secrets/masking.ts'
import { advancedTable } from '../../../src/views/monitors/advanced-form.ts'
import { knownValues } from '../../../src/views/monitors/known-values.ts'
import { draftOf, formOf, NEW_MONITOR } from '../../../src/views/monitors/monitor-form.ts'
import { monitorTable } from '../../../src/views/monitors/monitor-table.ts'
import { requestPreview } from '../../../src/views/monitors/request-preview.ts'

const tags = ['shop', 'sys:noredirect', 'sys:timeout:2.5', 'sys:no_local_check']
const stored = {
  meta: {
    name: 'Orders',
    description: null,
    tags,
    workspace: 'global',
    domain: null,
    accept: null,
    content_type: null,
    owner: '',
    project_id: '',
    created: '',
    last_update: '',
  },
  request: {
    method: 'GET',
    url: 'https://example.com/',
    parameters: [],
    headers: [],
    body: null,
    follow_redirects: true,
    redirect_method: 'keep' as const,
    unset_variables: 'fail' as const,
    verify_tls: true,
    connect_to: null,
    tls_name: null,
    timeout_seconds: 120,
  },
  access: { settings: true, results: false, stats: false, org: false },
}

test('settings that are tags stand in their fields, and other reserved tags are hidden and kept', () => {
  const form = formOf(stored, { meta: {}, conditions: [] })
  expect(form.meta.tags).toBe('shop')
  expect(form.request).toMatchObject({ follow_redirects: false, timeout_seconds: '3' })
  const saved = draftOf(form)
  expect(saved.meta.tags).toEqual(['shop', 'sys:no_local_check'])
  expect(saved.request).toMatchObject({ follow_redirects: false, timeout_seconds: 3 })
  const advanced = advancedTable.formOf(stored)
  expect(advanced).toMatchObject({ tags: 'shop', follow_redirects: false, timeout_seconds: '3', settings: true })
  expect(advancedTable.bodyOf(advanced)).toEqual({
    meta: { description: null, tags: ['shop', 'sys:no_local_check'] },
    request: {
      follow_redirects: false,
      redirect_method: 'keep',
      unset_variables: 'fail',
      verify_tls: true,
      connect_to: null,
      tls_name: null,
      timeout_seconds: 3,
    },
    access: { settings: true, results: false, stats: false, org: false },
  })
})

test('a reserved tag is not typed as a tag', () => {
  const form = { ...NEW_MONITOR, meta: { ...NEW_MONITOR.meta, name: 'One', tags: 'a, sys:timeout:5' } }
  const problems = monitorTable.problemsOf(form, NEW_MONITOR).filter(({ field }) => field === 'meta.tags')
  expect(problems).toEqual([{ field: 'meta.tags', message: expect.stringContaining('“sys:”') }])
  const advanced = { ...advancedTable.formOf(stored), tags: 'sys:x', timeout_seconds: 'soon' }
  expect(advancedTable.problemsOf(advanced, advanced).map(({ field }) => field)).toEqual(['tags', 'timeout_seconds'])
})

test.each<[tags: string[], follow: boolean, seconds: number]>([
  [[], true, 60],
  [['sys:noredirect'], false, 60],
  [['sys:timeout:30'], true, 30],
  [['sys:timeout:0'], true, 60],
  [['sys:timeout:120'], true, 60],
  [['sys:timeout:soon'], true, 60],
])('the tags %j override the fields where they make sense', (given, follow_redirects, timeout_seconds) => {
  const settings = { follow_redirects: true, timeout_seconds: 60 }
  expect(settingsWithTags(given, settings)).toEqual({ follow_redirects, timeout_seconds })
  expect(tagsBesideSettings([...given, 'a'])).toEqual([])
})

test('the preview has the values of variables in the order of a run, and a mask for each secret', () => {
  const variable = (workspace: string, name: string, value: string, secret = false) => ({
    workspace,
    name,
    value,
    secret,
  })
  const values = knownValues(
    [
      { key: 'own', value: 'mine' },
      { key: 'pin', value: '1234', secret: true },
    ],
    'live',
    [
      variable('global', 'own', 'no'),
      variable('global', 'HOST', 'global.example'),
      variable('live', 'HOST', 'live.example'),
      variable('live', 'TOKEN', 'CANARY', true),
      variable('live', 'PLAIN', 'CANARY'),
      variable('other', 'ELSE', 'no'),
    ],
  )
  const request = {
    ...NEW_MONITOR.request,
    url: 'https://{{ HOST }}/{{ own }}/{{ pin }}/{{ ELSE }}',
    parameters: [{ key: 'token', value: '{{ TOKEN }}' }],
    headers: [{ key: 'Authorization', value: 'Bearer {{ PLAIN }}' }],
  }
  const preview = requestPreview(request, values)
  expect(preview).toContain(`GET /mine/${MASK}/{{ ELSE }}?token=${MASK} HTTP/1.1\nhost: live.example\n`)
  expect(preview).toContain(`authorization: Bearer ${MASK}`)
  expect(preview).not.toContain('CANARY')
  expect(requestPreview(request)).toContain('host: {{ HOST }}')
})
