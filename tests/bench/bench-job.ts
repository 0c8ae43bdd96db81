import type { Job } from '../../src/agent/runner/request.ts'

/** A job of the benches: a GET without conditions. */
export const benchJob = (url: string): Job => ({
  id: 'job',
  due: '2026-01-05T10:00:00.000Z',
  call: {
    method: 'GET',
    url,
    parameters: [],
    headers: [],
    body: null,
    follow_redirects: true,
    verify_tls: true,
    timeout_ms: 20_000,
  },
  variables: {},
  secrets: [],
  conditions: { meta: {}, conditions: [] },
})
