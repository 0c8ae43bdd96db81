import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { data, time } from '../core/wire.ts'

const pem = shape('1 <= string <= 65536')
const origins = shape([['string <= 300', '[]'], '&', 'unknown[] <= 50'])

/** A client certificate of an organization, which calls present to servers that demand one. */
const row = shape({
  id: 'string',
  name: 'string',
  /** Distinguished names on one line. */
  subject: 'string',
  issuer: 'string',
  serial: 'string',
  /** SHA-256 of the certificate, in hexadecimal. */
  fingerprint_sha256: 'string',
  not_before: time,
  not_after: time,
  /** Certificates of the chain, the client's own included. */
  chain: 'number.integer >= 1',
  /** Origins that the certificate may be presented to. */
  origins: 'string[]',
  has_passphrase: 'boolean',
  /** Number of monitors of the organization that call one of the origins, and the first 20 of them by project and name. */
  used_by_count: 'number.integer >= 0',
  used_by: [{ id: 'string', name: 'string', project_id: 'string', project: 'string' }, '[]'],
  created: time,
  last_update: time,
})

const ORGANIZATION = '/api/3/organizations/{org}/certificates/' as const

/** Client certificates of organizations, for their ADMINs. Private keys and passphrases are write-only. */
export const certificates = {
  'certificate.list': endpoint(`GET ${ORGANIZATION}`, {
    summary: 'Lists the client certificates of an organization, those that expire first first; for its ADMINs',
    access: 'organization',
    lists: 'data',
    answer: data(row),
  }),
  'certificate.create': endpoint(`POST ${ORGANIZATION}`, {
    summary: 'Stores a client certificate with its private key, as PEM',
    access: 'organization',
    audit: 'certificate.create',
    status: 201,
    repeatable: true,
    body: shape({
      name: nameOf('1 <= string <= 400'),
      /** The certificate, and those that lead to its authority. */
      certificate: pem,
      private_key: pem,
      'passphrase?': 'string <= 1024 | null',
      /** Origins (`https://api.example.com`) that the certificate may be presented to. */
      origins,
    }),
    shows: 'certificate',
    answer: row,
  }),
  'certificate.read': endpoint(`GET ${ORGANIZATION}{id}`, {
    summary: 'Returns one client certificate of an organization',
    access: 'organization',
    shows: 'certificate',
    answer: row,
  }),
  'certificate.update': endpoint(`PUT ${ORGANIZATION}{id}`, {
    summary: 'Changes or replaces a client certificate; absent fields keep their values',
    access: 'organization',
    audit: 'certificate.update',
    body: shape({
      'name?': nameOf('1 <= string <= 400'),
      'certificate?': pem,
      'private_key?': pem,
      'passphrase?': 'string <= 1024 | null',
      'origins?': origins,
    }),
    shows: 'certificate',
    answer: row,
  }),
  'certificate.remove': endpoint(`DELETE ${ORGANIZATION}{id}`, {
    summary: 'Deletes a client certificate of an organization',
    access: 'organization',
    audit: 'certificate.delete',
    status: 204,
    answer: null,
  }),
} as const
