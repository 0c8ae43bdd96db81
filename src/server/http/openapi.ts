import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyEndpoint, Contract } from '../../contract/core/endpoint.ts'
import { typeOf } from './parse.ts'

type Schema = Record<string, unknown>

/**
 * The contract as an OpenAPI 3.1 document: what is said once in the contract is all that is said here. A second or two of work, done
 * in pieces.
 */
export const openapi = async (contract: Contract, version: string): Promise<object> => {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of Object.entries(contract)) {
    const [method = '', path = ''] = endpoint.route.split(' ')
    // Compiling is what takes time: a shape at a time, and the event loop turns in between.
    for (const part of ['query', 'body', 'answer'] as const) {
      if (endpoint[part]) typeOf(endpoint, part)
      await nextTurn()
    }
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, endpoint, path) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sonde',
      version,
      description:
        'Monitors and tests APIs. Paths answer with and without a trailing slash. Times go as YYYY-MM-DDTHH:mm:ssZ, and may carry fractions and offsets.',
    },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of an account, a project API key, or the key of an agent.',
        },
      },
      schemas: { Refusal: REFUSAL },
    },
    paths,
  }
}

const REFUSAL: Schema = {
  description: 'Paths of version 3 answer `detail`; all others `error` and `error_msg`, with the fields beside them.',
  type: 'object',
  properties: {
    error: { type: 'string' },
    error_msg: { type: 'string' },
    fields: { type: 'array', items: { type: 'object' } },
    detail: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }] },
  },
}

const operation = (name: string, endpoint: AnyEndpoint, path: string): object => ({
  operationId: name,
  summary: endpoint.summary,
  tags: [name.split('.')[0]],
  'x-access': endpoint.access,
  'x-for': endpoint.for,
  security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
  parameters: [...pathParameters(path), ...queryParameters(endpoint), ...headerParameters(endpoint)],
  ...(endpoint.body !== undefined && {
    // In bytes of JSON, as it is once inflated.
    'x-max-body-bytes': endpoint.maxBodyBytes,
    ...(endpoint.maxBodyBytesWithToken && { 'x-max-body-bytes-with-token': endpoint.maxBodyBytesWithToken }),
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint, 'body') } } },
  }),
  responses: {
    [endpoint.status]: success(endpoint),
    ...(endpoint.body !== undefined && { 413: { ...refusal, description: 'The body is too large' } }),
    default: refusal,
  },
})

const refusal = {
  description: 'Why not',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}

const success = (endpoint: AnyEndpoint): object => {
  if (endpoint.answer === null) return { description: 'Done' }
  const media = endpoint.media?.split(';')[0] ?? 'application/json'
  return {
    description: endpoint.summary,
    // Clients read a streamed answer piece by piece instead of waiting for its end.
    ...(endpoint.stream && { 'x-stream': endpoint.stream }),
    content: { [media]: { schema: schemaOf(endpoint, 'answer') } },
  }
}

const pathParameters = (path: string): object[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

const queryParameters = (endpoint: AnyEndpoint): object[] => {
  if (endpoint.query === undefined) return []
  const { properties = {}, required = [] } = schemaOf(endpoint, 'query') as { properties?: Schema; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const headerParameters = (endpoint: AnyEndpoint): object[] =>
  endpoint.repeatable
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }]
    : []

const schemaOf = (endpoint: AnyEndpoint, part: 'query' | 'body' | 'answer'): Schema => {
  const { $schema: _, ...schema } = typeOf(endpoint, part).toJsonSchema() as Schema
  return schema
}
