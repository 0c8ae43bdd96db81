import { endpoint, shape } from '../core/endpoint.ts'
import { results, time } from '../core/wire.ts'

const row = shape({
  id: 'string',
  /** The name that the application gave itself. */
  name: 'string',
  website: 'string | null',
  /** The hosts that it may be led back to. */
  hosts: 'string[]',
  /** The only project that it may enter; null for all of the person's. */
  project: [{ id: 'string', name: 'string' }, '|', 'null'],
  /** Whether it may change things, or only read. */
  writes: 'boolean',
  created: time,
  expires: time,
  /** Accurate to the minute; null before its first request. */
  last_used: [time, '|', 'null'],
})

/** What an application asks for, as in the query that it opened the page with (RFC 6749, 7636, 8707). */
const asked = shape({
  client_id: '1 <= string <= 100',
  redirect_uri: '1 <= string <= 2000',
  response_type: 'string <= 100',
  code_challenge: 'string <= 200',
  code_challenge_method: 'string <= 20',
  'resource?': 'string <= 2000',
  'scope?': 'string <= 1000',
  'state?': 'string <= 2000',
})

/**
 * Applications that act for a person through the Model Context Protocol. An application registers itself and opens the page
 * `/connect/authorize`, where the person allows or refuses the connection; it gets its tokens at `/connect/token`.
 */
export const connections = {
  'connection.ask': endpoint('GET /api/2/account/connections/request', {
    summary: 'Returns who asks for a connection, and for what; 422 says what is wrong with the request',
    access: 'account',
    wayIn: 'credential',
    query: asked,
    answer: shape({
      client: { name: 'string', website: 'string | null', registered: time },
      /** Where the answer goes: a host, or this computer. */
      host: 'string',
      /** Whether it asks to change things. */
      writes: 'boolean',
      /** Where the browser goes if the person refuses. */
      refuse_to: 'string',
    }),
  }),
  'connection.approve': endpoint('POST /api/2/account/connections/', {
    summary: 'Connects an application to the caller’s account; continue at redirect_to, which carries a code for it',
    access: 'account',
    wayIn: 'credential',
    audit: 'connection.approve',
    body: shape({
      '...': asked,
      /** The only project that it may enter; null for all. */
      project_id: 'string <= 100 | null',
      /** Whether it may change things. */
      writes: 'boolean',
      /** When the connection ends. */
      days: '1 <= number.integer <= 365',
    }),
    answer: shape({ redirect_to: 'string' }),
  }),
  'connection.list': endpoint('GET /api/2/account/connections/', {
    summary: 'Lists the applications that the caller connected, the last one first',
    access: 'account',
    wayIn: 'credential',
    lists: 'results',
    answer: results(row),
  }),
  'connection.remove': endpoint('DELETE /api/2/account/connections/{id}', {
    summary: 'Disconnects an application: its next request is refused',
    access: 'account',
    wayIn: 'credential',
    audit: 'connection.remove',
    status: 204,
    answer: null,
  }),
} as const
