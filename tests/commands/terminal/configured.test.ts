import { expect, test } from 'vitest'
import { configured } from '../../../src/cli/configured.ts'

const monitor = (name: string, url: string) => ({
  id: name,
  meta: { name, description: null, tags: ['a'], workspace: 'global', created: name, last_update: name, owner: name },
  access: { settings: false, results: false, stats: false, org: false },
  schedule_ids: [name],
  last_result: { id: name, time: name },
  pass_rate_24h: name.length,
  median_24h: name.length,
  locations: null,
  request: {
    url,
    method: 'GET',
    headers: [],
    body: null,
    follow_redirects: true,
    redirect_method: 'keep',
    unset_variables: 'fail',
    timeout_seconds: 120,
  },
})

test('monitors that are configured alike are the same, whatever they are called and brought', () => {
  const one = configured(monitor('one', 'https://a.example/'), 'monitor')
  expect(configured(monitor('another', 'https://a.example/'), 'monitor')).toEqual(one)
  expect(configured(monitor('one', 'https://b.example/'), 'monitor')).not.toEqual(one)
  expect(one).toMatchObject({ meta: { tags: ['a'] }, request: { url: 'https://a.example/', timeout_seconds: 120 } })
})

test('of a kind that nobody configures, all is compared but what tells one from another', () => {
  const result = (id: string, http_code: number) => ({ id, time: id, created: id, http_code, response_time: 4 })
  expect(configured(result('r1', 200), 'result')).toEqual(configured(result('r2', 200), 'result'))
  expect(configured(result('r1', 500), 'result')).toEqual({ http_code: 500, response_time: 4 })
})

test('a kind whose change has another form than its object is compared as a whole', () => {
  const file = { id: 'f', meta: { name: 'n', tags: ['x'], owner: 'o' }, file: { kind: 'other', size: 5 } }
  expect(configured(file, 'file')).toEqual({ meta: { tags: ['x'] }, file: { kind: 'other', size: 5 } })
})
