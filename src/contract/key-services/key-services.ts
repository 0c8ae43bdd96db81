import { endpoint, shape } from '../core/endpoint.ts'
import { time } from '../core/wire.ts'

const row = shape({
  /** The address of the key service, without a path; null if none is set up. */
  url: 'string | null',
  namespace: 'string | null',
  /** The path of its transit engine. */
  mount: 'string | null',
  key: 'string | null',
  has_token: 'boolean',
  /** Whether the organization’s secrets are encrypted with its key. */
  enabled: 'boolean',
  /** Whether this server has the key at the moment. */
  available: 'boolean',
  /** When the key service was last asked, and why it gave no key; null if it did. */
  checked: [time, '|', 'null'],
  problem: 'string | null',
  last_update: [time, '|', 'null'],
})

const ORGANIZATION = '/api/3/organizations/{org}/key-service' as const

/**
 * Key services of organizations: Vault or OpenBao, by their transit protocol. The secrets of an organization are encrypted with a data key
 * that only its key service can unwrap.
 */
export const keyServices = {
  'key-service.read': endpoint(`GET ${ORGANIZATION}`, {
    summary: 'Returns the key service of an organization without its token, and whether its key is available',
    access: 'organization',
    wayIn: 'sign-in',
    answer: row,
  }),
  'key-service.update': endpoint(`PUT ${ORGANIZATION}`, {
    summary:
      'Sets up the key service of an organization after asking it for a key, or switches it: all secrets of the organization are encrypted again',
    access: 'organization',
    wayIn: 'sign-in',
    audit: 'key-service.update',
    limit: 'fetch',
    body: shape({
      'url?': '1 <= string <= 400',
      'namespace?': 'string <= 200 | null',
      'mount?': '1 <= string <= 200',
      'key?': '1 <= string <= 200',
      /** Write-only. Needed with a new address. */
      'token?': '1 <= string <= 2000',
      'enabled?': 'boolean',
    }),
    answer: row,
  }),
  'key-service.test': endpoint(`POST ${ORGANIZATION}/test`, {
    summary: 'Asks the key service of an organization for its key now',
    access: 'organization',
    changes: false,
    wayIn: 'sign-in',
    audit: 'key-service.test',
    limit: 'fetch',
    answer: row,
  }),
  'key-service.remove': endpoint(`DELETE ${ORGANIZATION}`, {
    summary:
      'Removes the key service of an organization; its secrets must be encrypted by the installation again first',
    access: 'organization',
    wayIn: 'sign-in',
    audit: 'key-service.delete',
    status: 204,
    answer: null,
  }),
  'monitor.update-kms-helper': endpoint('POST /api/3/calls/{id}/update-kms-helper', {
    summary: 'Makes the key of a monitor’s secrets available for its runs, and says whether all of them can be opened',
    access: 'edit',
    for: 'automation',
    effect: 'read',
    limit: 'fetch',
    answer: shape({
      kms_enabled: 'boolean',
      /** Whether the runs of the monitor get all of its secrets. */
      key_available: 'boolean',
      /** Why not; null if they do. */
      reason: 'string | null',
      /** Secrets that the monitor, its auth setting, its token and the variables that it can read have. */
      secrets: 'number.integer >= 0',
    }),
  }),
} as const
