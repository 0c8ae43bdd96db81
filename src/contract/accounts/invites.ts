import { endpoint, shape } from '../core/endpoint.ts'
import { shownNameOf } from '../core/names.ts'
import { oneOf } from '../core/notation.ts'
import { results, time } from '../core/wire.ts'
import { ACCESS_LEVELS } from './access-levels.ts'

const level = shape(oneOf(ACCESS_LEVELS))

/** An invitation as its recipient sees it. */
export const invitation = shape({
  id: 'string',
  /** The address that was invited. */
  email: 'string',
  name: 'string',
  /** The name of whoever invites. */
  invited_by: 'string',
  project_name: 'string | null',
  org_name: 'string | null',
  access_level: [level, '|', 'null'],
  roles: 'string[]',
  /** Whether an account with another address may accept it. */
  any_address: 'boolean',
  /** Whether registering through the link accepts it; otherwise it is accepted once the address is confirmed. */
  accepted_by_registering: 'boolean',
  expires: time,
})

const invite = shape({
  id: 'string',
  email: 'string',
  name: 'string',
  access_level: [level, '|', 'null'],
  project_id: 'string | null',
  org_id: 'string | null',
  roles: 'string[]',
  any_address: 'boolean',
  /** The account that invites, and its address. */
  invited_by: 'string',
  invited_email: 'string',
  expires: time,
  created: time,
  last_update: time,
})

/** `link` is shown once, and only where no mail server is set: then the inviter hands it on. */
const made = shape({ '...': invite, mail_leaves: 'boolean', link: 'string | null' })

const accepted = shape({ project_id: 'string | null', org_id: 'string | null' })

const recipient = {
  email: '3 <= string <= 320',
  'name?': shownNameOf('string <= 200'),
  /** Lets an account with another address accept. */
  'any_address?': 'boolean',
} as const

const PROJECT = '/api/2/projects/{id}/invites' as const
const ORGANIZATION = '/api/2/organizations/{org}/invites' as const
const ACCOUNT = '/api/2/account/invites/{id}' as const

/** Invitations to projects and organizations. */
export const invites = {
  'invite.list': endpoint(`GET ${PROJECT}`, {
    summary: 'Lists the pending invitations to the project',
    access: 'manage',
    wayIn: 'invitation',
    lists: 'results',
    answer: results(invite),
  }),
  'invite.create': endpoint(`POST ${PROJECT}`, {
    summary: 'Invites a person to the project by mail. Without a mail server, the answer has the link to hand on',
    access: 'manage',
    wayIn: 'invitation',
    limit: 'send',
    reaches: true,
    audit: 'invite.create',
    status: 201,
    repeatable: true,
    body: shape({ ...recipient, access_level: level }),
    answer: made,
  }),
  'invite.resend': endpoint(`POST ${PROJECT}/{inviteId}/resend`, {
    summary: 'Sends an invitation again with a new link; earlier links stop working',
    access: 'manage',
    changes: false,
    wayIn: 'invitation',
    limit: 'send',
    reaches: true,
    audit: 'invite.resend',
    answer: made,
  }),
  'invite.revoke': endpoint(`DELETE ${PROJECT}/{inviteId}/`, {
    summary: 'Revokes an invitation: its link stops working',
    access: 'manage',
    wayIn: 'invitation',
    audit: 'invite.revoke',
    status: 204,
    answer: null,
  }),
  'organization.invites': endpoint(`GET ${ORGANIZATION}`, {
    summary: 'Lists the pending invitations to the organization',
    access: 'organization',
    wayIn: 'invitation',
    lists: 'results',
    answer: results(invite),
  }),
  'organization.invite': endpoint(`POST ${ORGANIZATION}`, {
    summary: 'Invites a person to the organization by mail. Without a mail server, the answer has the link to hand on',
    access: 'organization',
    wayIn: 'invitation',
    limit: 'send',
    reaches: true,
    audit: 'organization.invite',
    status: 201,
    repeatable: true,
    body: shape({ ...recipient, 'roles?': '(string <= 64)[] <= 200' }),
    answer: made,
  }),
  'organization.resend-invite': endpoint(`POST ${ORGANIZATION}/{id}/resend`, {
    summary: 'Sends an invitation again with a new link; earlier links stop working',
    access: 'organization',
    changes: false,
    wayIn: 'invitation',
    limit: 'send',
    reaches: true,
    audit: 'organization.resend-invite',
    answer: made,
  }),
  'organization.revoke-invite': endpoint(`DELETE ${ORGANIZATION}/{id}/`, {
    summary: 'Revokes an invitation: its link stops working',
    access: 'organization',
    wayIn: 'invitation',
    audit: 'organization.revoke-invite',
    status: 204,
    answer: null,
  }),
  'invite.read': endpoint(`GET ${ACCOUNT}/{secret}/`, {
    summary: 'Returns the invitation of a link',
    access: 'public',
    wayIn: 'invitation',
    answer: invitation,
  }),
  'invite.accept-link': endpoint(`POST ${ACCOUNT}/{secret}/`, {
    summary: 'Accepts the invitation of a link',
    access: 'account',
    wayIn: 'invitation',
    audit: 'invite.accept-link',
    answer: accepted,
  }),
  'invite.refuse-link': endpoint(`DELETE ${ACCOUNT}/{secret}/`, {
    summary: 'Refuses the invitation of a link; whoever has the link may do so without an account',
    access: 'public',
    wayIn: 'invitation',
    audit: 'invite.refuse-link',
    status: 204,
    answer: null,
  }),
  'invite.accept': endpoint(`POST ${ACCOUNT}/`, {
    summary: 'Accepts an invitation of the caller’s confirmed address',
    access: 'account',
    wayIn: 'invitation',
    audit: 'invite.accept',
    answer: accepted,
  }),
  'invite.refuse': endpoint(`DELETE ${ACCOUNT}/`, {
    summary: 'Refuses an invitation of the caller’s confirmed address',
    access: 'account',
    wayIn: 'invitation',
    audit: 'invite.refuse',
    status: 204,
    answer: null,
  }),
} as const
