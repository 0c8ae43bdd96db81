import { clientCertificate } from '../support/client-certificate.ts'
import type { Sample } from './sample.ts'

/** The samples of organizations, and of what belongs to them. */
export const ofOrganizations = {
  'organization.add-own-role': { query: { org: 'nothing' } },
  'organization.give-up-role': { query: { org: 'nothing' } },
  'organization.list': { query: { limit: '10', cursor: '', search: 'a' } },
  'organization.create': { body: { name: 'Acme', tags: ['eu'] } },
  'organization.update': {
    body: { name: 'Renamed', tags: ['eu'], enforce_2fa: false, password_expiry_days: 0, session_hours: 24 },
  },
  'organization.members': { query: { limit: '10', cursor: '', search: 'a' } },
  'organization.create-role': { body: { id: 'DEV_TEAM', description: 'Builds it', creates_projects: true } },
  'organization.update-role': { body: { description: 'Runs it', creates_projects: true } },
  'organization.add-project': { body: { name: 'Shop' } },
  'organization.grant-role': { body: { access_level: 'EDITOR' } },
  'key-service.update': {
    body: { url: 'http://127.0.0.1:9', namespace: 'team', mount: 'transit', key: 'sonde', token: 'x' },
  },
  'service-account.create': { body: { name: 'Deployments', roles: [] } },
  'service-account.update': { body: { name: 'Renamed' } },
  'service-account.rotate': { body: { overlap_hours: 1 } },
  'certificate.create': {
    body: { name: 'Partner', ...clientCertificate, origins: ['https://api.example.com'] },
  },
  'certificate.update': { body: { name: 'Renamed', origins: ['https://api.example.com'] } },
} satisfies Record<string, Sample>
