import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnyEndpoint, Contract } from '../../contract/core/endpoint.ts'
import { typeOf } from './parse.ts'

type Schema = Record<string, unknown>

/** Builds the OpenAPI 3.1 document from the contract. Takes a second or two, in pieces. */
export const openapi = async (contract: Contract, version: string): Promise<object> => {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of Object.entries(contract)) {
    const [method = '', path = ''] = endpoint.route.split(' ')
    // Compiling shapes takes the time, so the event loop runs between them.
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
        'Monitors and tests APIs. Paths work with and without a trailing slash. Times are returned as YYYY-MM-DDTHH:mm:ssZ; times sent may have fractions and offsets.',
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
  description: 'Paths of version 3 return `detail`; all others return `error`, `error_msg` and `fields`.',
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
    // In bytes of JSON after decompression.
    'x-max-body-bytes': endpoint.maxBodyBytes,
    ...(endpoint.maxBodyBytesWithToken && { 'x-max-body-bytes-with-token': endpoint.maxBodyBytesWithToken }),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemaOf(endpoint, 'body') },
        ...(endpoint.upload && { 'multipart/form-data': { schema: uploadSchema(endpoint, endpoint.upload) } }),
      },
    },
  }),
  responses: {
    [endpoint.status]: success(endpoint),
    ...(endpoint.body !== undefined && { 413: { ...refusal, description: 'The body is too large' } }),
    default: refusal,
  },
})

const refusal = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}

/** Whether answers of a media type are no text. */
const isBytes = (media: string): boolean => media === 'application/octet-stream' || media.startsWith('image/')

/** The schema of an answer that is no JSON: bytes, or text of another form such as CSV. */
const rawSchema = ({ stream }: AnyEndpoint, media: string): object | null => {
  if (isBytes(media)) return { type: 'string', format: 'binary' }
  return stream === 'bytes' ? { type: 'string' } : null
}

const success = (endpoint: AnyEndpoint): object => {
  if (endpoint.answer === null) return { description: 'Done' }
  const media = endpoint.media?.split(';')[0] ?? 'application/json'
  return {
    description: endpoint.summary,
    // Clients read a streamed answer piece by piece instead of waiting for its end.
    ...(endpoint.stream && { 'x-stream': endpoint.stream }),
    content: {
      [media]: { schema: rawSchema(endpoint, media) ?? schemaOf(endpoint, 'answer') },
    },
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

/** The fields of a body, beside its file. */
const uploadSchema = (endpoint: AnyEndpoint, field: string): Schema => {
  const schema = schemaOf(endpoint, 'body')
  const properties = { ...Object(schema.properties), [field]: { type: 'string', format: 'binary' } }
  return { ...schema, properties }
}

const headerParameters = (endpoint: AnyEndpoint): object[] =>
  endpoint.repeatable
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }]
    : []

const schemaOf = (endpoint: AnyEndpoint, part: 'query' | 'body' | 'answer'): Schema => {
  const { $schema: _, ...schema } = typeOf(endpoint, part).toJsonSchema() as Schema
  return schema
}
