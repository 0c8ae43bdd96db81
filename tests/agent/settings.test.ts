import { expect, test } from 'vitest'
import { readArguments, unknownVariables } from '../../src/agent/arguments.ts'
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
  [{ ...server, SONDE_AGENT_CONTINENT: 'ZZ' }, /^SONDE_AGENT_CONTINENT must be one of AF, AN, AS, EU, NA, OC, SA\.$/],
  [{ ...server, SONDE_AGENT_COORDINATES: '52.5,13.4,7' }, /^SONDE_AGENT_COORDINATES must be/],
  [{ ...server, SONDE_AGENT_COORDINATES: '52.5,' }, /^SONDE_AGENT_COORDINATES must be/],
  [
    { ...server, SONDE_JOIN_TOKEN_FILE: '/nowhere/token' },
    /^SONDE_JOIN_TOKEN_FILE names no file that can be read: “\/nowhere\/token”\.$/,
  ],
  [
    { ...server, SONDE_ALLOW_PRIVATE: 'http://x' },
    /^SONDE_ALLOW_PRIVATE: "http:\/\/x" has a scheme; list hosts without one, such as 10\.0\.0\.5:8080\.$/,
  ],
])('The variables %j are refused with one sentence', (variables, sentence) => {
  expect(() => readSettings(variables)).toThrow(sentence)
})

test('A negative number is the value of an option, not another option', () => {
  const read = (...words: string[]) => readSettings({ ...(readArguments(words, server) as object) })
  expect(() => read('--concurrency', '-1')).toThrow(/^SONDE_AGENT_CONCURRENCY must be/)
  expect(read('--city', 'Sydney', '--coordinates', '-33.9,151.2').place?.location).toEqual([-33.9, 151.2])
  expect(() => readArguments(['--city', '--country'], server)).toThrow(/--help lists the options/)
})

test('Variables of agents that no agent knows are found', () => {
  const known = { ...server, SONDE_AGENT_SUPERVISED: '1', SONDE_AGENT_NAME: 'x', SONDE_REGISTRATION: 'open' }
  expect(unknownVariables({ ...known, SONDE_AGENT_FOO: '1', SONDE_JOIN_TOKN: 'x' })).toEqual([
    'SONDE_AGENT_FOO',
    'SONDE_JOIN_TOKN',
  ])
})

test('An agent checks its network against its server, unless disabled or supervised', () => {
  expect(readSettings(server).probe).toEqual({ host: 'sonde.example.com', port: 443 })
  expect(readSettings({ ...server, SONDE_AGENT_PROBE: '192.0.2.1:53' }).probe).toEqual({ host: '192.0.2.1', port: 53 })
  expect(readSettings({ ...server, SONDE_AGENT_PROBE: 'off' }).probe).toBeNull()
  expect(readSettings({ ...server, SONDE_AGENT_SUPERVISED: '1' }).probe).toBeNull()
})
