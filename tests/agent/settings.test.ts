import { expect, test } from 'vitest'
import { readSettings } from '../../src/agent/settings.ts'

const server = { SONDE_SERVER_URL: 'https://sonde.example.com/base' }

test.each([
  [{}, /^SONDE_SERVER_URL is missing/],
  [{ SONDE_SERVER_URL: 'sonde' }, /^SONDE_SERVER_URL must be a URL/],
  [{ ...server, SONDE_AGENT_NAME: 'My Agent' }, /^SONDE_AGENT_NAME must be/],
  [{ ...server, SONDE_AGENT_CONCURRENCY: '0' }, /^SONDE_AGENT_CONCURRENCY must be/],
  [{ ...server, SONDE_AGENT_CONCURRENCY: 'many' }, /^SONDE_AGENT_CONCURRENCY must be/],
  [{ ...server, SONDE_ALLOW_PRIVATE: '10.0.0.0/99' }, /^SONDE_ALLOW_PRIVATE: /],
  [{ ...server, SONDE_AGENT_PROBE: '::' }, /^SONDE_AGENT_PROBE must be/],
  [{ ...server, SONDE_AGENT_CITY: 'X', SONDE_AGENT_COORDINATES: '91,0' }, /^SONDE_AGENT_COORDINATES must be/],
])('The variables %j are refused with one sentence', (variables, sentence) => {
  expect(() => readSettings(variables)).toThrow(sentence)
})

test('An agent checks its network against its server, unless disabled or supervised', () => {
  expect(readSettings(server).probe).toEqual({ host: 'sonde.example.com', port: 443 })
  expect(readSettings({ ...server, SONDE_AGENT_PROBE: '192.0.2.1:53' }).probe).toEqual({ host: '192.0.2.1', port: 53 })
  expect(readSettings({ ...server, SONDE_AGENT_PROBE: 'off' }).probe).toBeNull()
  expect(readSettings({ ...server, SONDE_AGENT_SUPERVISED: '1' }).probe).toBeNull()
})
