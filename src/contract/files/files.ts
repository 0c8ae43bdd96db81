import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf, objectTags } from '../core/names.ts'
import { basedOn, resource } from '../core/resource.ts'
import { named, results, time } from '../core/wire.ts'

const labels = shape({
  'name?': nameOf('1 <= string <= 400'),
  'description?': 'string <= 1500 | null',
  'tags?': objectTags,
})

/** Kinds of files: `openapi` documents are parsed, and refused if they are invalid. */
export const FILE_KINDS = ['openapi', 'other'] as const

/** The content of a file is uploaded, or given as text. */
const content = shape({
  'kind?': "'openapi' | 'other'",
  /** Content of a file that is not uploaded. */
  'text?': 'string <= 1048576',
})

const draft = shape({ '...': labels, ...content })

/** Where a file is fetched from. */
const source = shape({ '...': labels, url: '1 <= string <= 8192', 'kind?': "'openapi' | 'other'" })

const row = shape({
  id: 'string',
  meta: {
    name: 'string',
    description: 'string | null',
    tags: 'string[]',
    owner: 'string',
    created: time,
    last_update: time,
  },
  file: {
    kind: "'openapi' | 'other'",
    /** File name, for downloads and for forms that send it. */
    name: 'string',
    content_type: 'string',
    size: 'number.integer >= 0',
    /** Hash of the content, in hexadecimal. */
    sha256: 'string',
    /** Version of the OpenAPI specification, such as `3.1.0`; null for other files, like the three below. */
    version: 'string | null',
    title: 'string | null',
    /** Version of the described API. */
    api_version: 'string | null',
    operations: 'number.integer | null',
    /** The address that the content was fetched from; null if it was uploaded. */
    source_url: 'string | null',
    /** When the content was last fetched. */
    last_sync: [time, '|', 'null'],
  },
  /** Monitors that send the file, or whose conditions use it as a schema. */
  used_by: [{ id: 'string', name: 'string' }, '[]'],
  /** Whether conditions of the project use it as a schema. */
  used_by_project: 'boolean',
})

const preview = shape({
  /** The beginning of the content; null if it is not text. */
  text: 'string | null',
  /** Whether there is more text. */
  truncated: 'boolean',
  /** Operations of an OpenAPI document, in its order; null for other files. */
  operations: [[{ method: 'string', path: 'string', summary: 'string | null' }, '[]'], '|', 'null'],
})

/** Stored files: bodies of requests, OpenAPI documents, schemas. */
export const files = resource({
  name: 'file',
  plural: 'files',
  row,
  draft,
  endpoints: {
    list: endpoint('GET /api/2/files/', {
      summary: 'Lists the files of the project, newest first',
      access: 'see',
      query: shape({ '...': named, 'kind?': "'openapi' | 'other'" }),
      lists: 'results',
      answer: results(row),
    }),
    read: endpoint('GET /api/2/files/{id}/', {
      summary: 'Returns one file, without its content',
      access: 'see',
      shows: 'file',
      answer: row,
    }),
    create: endpoint('POST /api/3/files/', {
      summary: 'Uploads a file of any type as multipart/form-data, or stores the given text',
      access: 'edit',
      audit: 'file.create',
      status: 201,
      repeatable: true,
      upload: 'file',
      maxBodyBytes: 2 * 1024 * 1024,
      body: draft,
      shows: 'file',
      answer: row,
    }),
    update: endpoint('POST /api/2/files/{id}/', {
      summary: 'Changes a file; absent fields keep their values, and an upload replaces the content',
      access: 'edit',
      audit: 'file.update',
      upload: 'file',
      maxBodyBytes: 2 * 1024 * 1024,
      body: shape({ '...': labels, 'meta?': labels, ...content, ...basedOn }),
      shows: 'file',
      answer: row,
    }),
    remove: endpoint('DELETE /api/2/files/{id}/', {
      summary: 'Deletes a file that no monitor and no condition uses',
      access: 'edit',
      audit: 'file.delete',
      status: 204,
      answer: null,
    }),
    'add-openapi': endpoint('POST /api/3/files/oas', {
      summary: 'Uploads an OpenAPI document, JSON or YAML, as multipart/form-data, or stores the given text',
      access: 'edit',
      audit: 'file.create',
      status: 201,
      repeatable: true,
      upload: 'file',
      maxBodyBytes: 2 * 1024 * 1024,
      body: shape({ '...': labels, 'text?': 'string <= 1048576' }),
      shows: 'file',
      answer: row,
    }),
    fetch: endpoint('POST /api/2/files/url', {
      summary: 'Stores the file at a web address; it can be fetched again later',
      access: 'edit',
      limit: 'fetch',
      reaches: true,
      audit: 'file.create',
      status: 201,
      repeatable: true,
      body: source,
      shows: 'file',
      answer: row,
    }),
    'fetch-openapi': endpoint('POST /api/3/files/oas_url', {
      summary: 'Stores the OpenAPI document at a web address; it can be fetched again later',
      access: 'edit',
      limit: 'fetch',
      reaches: true,
      audit: 'file.create',
      status: 201,
      repeatable: true,
      body: shape({ '...': labels, url: '1 <= string <= 8192' }),
      shows: 'file',
      answer: row,
    }),
    refresh: endpoint('POST /api/3/files/{id}/refresh', {
      summary: 'Fetches the content of a file again from its address',
      access: 'edit',
      changes: false,
      limit: 'fetch',
      reaches: true,
      audit: 'file.refresh',
      shows: 'file',
      answer: row,
    }),
    content: endpoint('GET /api/3/files/{id}/content', {
      summary: 'Returns the content of a file as a download',
      access: 'see',
      stream: 'bytes',
      media: 'application/octet-stream',
      answer: 'string',
    }),
    preview: endpoint('GET /api/3/files/{id}/preview', {
      summary: 'Returns the beginning of a text file, and the operations of an OpenAPI document',
      access: 'see',
      answer: preview,
    }),
  },
})
