import type { EndpointName } from '../../src/contract/contract.ts'
import { evidence, packed } from '../support/agent.ts'
import type { Sample } from './sample.ts'

/** Samples of agents: of what they send, and of their screens. */
export const ofAgents: Partial<Record<EndpointName, Sample>> = {
  'agent.register': {
    body: {
      name: 'elsewhere',
      display_name: 'Elsewhere',
      owner: 'ada',
      access_token: 'x'.repeat(32),
      version: '1',
      agent: {
        name: 'Elsewhere',
        cloud: 'AWS',
        continent: 'NA',
        country: 'US',
        city: 'x',
        region: 'y',
        location: [1, 2],
      },
    },
  },
  'agent.place': { body: { name: 'Berlin', country: 'DE', coordinates: [52.5, 13.4] } },
  'agent-token.create': { body: { name: 'office', bound_to: { project_ids: ['x'] } } },
  'agent.work': { body: { capacity: 1, running: [], wait_seconds: 0 } },
  'agent.results': {
    body: {
      results: [
        {
          id: 'AAAAAgAB2aAmfAGh_GTw7wA',
          started: '2026-01-01T00:00:00Z',
          result_category: 'PASS',
          result: 'COMPLETE',
          http_code: 200,
          timing: { dns: 0, tcp: 0, handshake: 0, upload: 0, processing: 0, download: 0, redirect: 0, total: 0 },
          request_size: 0,
          response_size: 0,
          dest_ip: null,
          exception_type: null,
          detail: packed(evidence()),
        },
      ],
    },
  },
  'agent.file': { query: { sha256: 'a'.repeat(64) } },
  'agent.token': { body: { issued: null } },
  'agent.body': { body: { number: 0, content: '' } },
  'agent.result': {
    body: {
      access_token: 'x'.repeat(32),
      result_key_str: 'AAAAAgAB2aAmfAGh_GTw7wA',
      start_time: '2026-01-01T00:00:00Z',
      request: { method: 'GET', url: 'https://example.com/', headers: { a: 'b' }, payload: null },
      response: {
        url: 'https://example.com/',
        headers: [['a', 'b']],
        payload: 'x',
        status_code: 200,
        status_string: 'OK',
      },
      messages: [],
      exception: null,
      exception_debug: null,
      exception_type: null,
      dns_lookups: [['example.com', '192.0.2.1', 0.01]],
      curl_info: { TOTAL_TIME: 0.1 },
      version: '1',
    },
  },
}
