import { endpoint, shape } from '../core/endpoint.ts'
import { objectTags, shownNameOf } from '../core/names.ts'
import { oneOf } from '../core/notation.ts'
import { scoreBands } from '../core/score-bands.ts'
import { time } from '../core/wire.ts'
import { ACCESS_LEVELS } from './access-levels.ts'
import { DENSITIES, LANDINGS, MOST_FAVORITES, THEMES } from './appearance.ts'
import { invitation } from './invites.ts'

export const accessLevel = shape(oneOf(ACCESS_LEVELS))

export const project = shape({
  id: 'string',
  name: 'string',
  org_id: 'string | null',
  tags: 'string[]',
  system_tags: 'string[]',
  security_profile: 'string | null',
  /** From which scores monitors are healthy, or underperform. */
  score_bands: scoreBands,
  created: time,
  last_update: time,
})

export const organization = shape({
  id: 'string',
  org_id: 'string',
  name: 'string',
  enforce_2fa: 'boolean',
  kms_enabled: 'boolean',
  subscription_level: 'string | null',
  tags: 'string[]',
  /** Days after which a password must be changed; 0 means never. */
  password_expiry_days: 'number',
  /** Hours after which a sign-in ends in the organization's projects. */
  session_hours: 'number',
  created: time,
  last_update: time,
})

const accessRecord = shape({
  id: 'string',
  access_level: accessLevel,
  account_id: 'string',
  account_email: 'string',
  role_id: 'string | null',
  created: time,
  last_update: time,
  project,
  organization: [organization, '|', 'null'],
})

/** A person's preferences for the app. A field that was never set is absent. */
export const preferences = shape({
  'theme?': oneOf(THEMES),
  'density?': oneOf(DENSITIES),
  /** Whether single letters are shortcuts. */
  'single_keys?': 'boolean',
  /** An IANA name; null means the browser's time zone. */
  'time_zone?': 'string <= 64 | null',
  /** The screen that sign-in leads to. */
  'landing?': oneOf(LANDINGS),
  /** Ids of projects that lists show first. */
  'favorite_projects?': `(string <= 128)[] <= ${MOST_FAVORITES}`,
  /** Changed keys by command, such as `{ "monitor.run": "Shift+g" }`; null: the command has none. All of them are replaced. */
  'keys?': { '[string <= 100]': 'string <= 40 | null' },
})

const profile = shape({
  id: 'string',
  name: 'string',
  nickname: 'string | null',
  company: 'string | null',
  /** The person's role at the company, as free text. */
  role: 'string | null',
  email: 'string',
  email_verified: 'boolean',
  /** A data URL. */
  picture: 'string | null',
  default_project_id: 'string | null',
  preferences,
  /** Whether this server stores a password. False when an Auth0 tenant does, or when only OpenID providers sign the person in. */
  has_password: 'boolean',
  /** Whether an Auth0 tenant keeps address, password and sessions. */
  of_tenant: 'boolean',
  last_login: 'string | null',
  created: time,
  /** The id again, as identity providers name it. */
  user_id: 'string',
  /** The ways in which the person can sign in. */
  identities: [{ provider: 'string', connection: 'string', user_id: 'string', isSocial: 'boolean' }, '[]'],
  /** Site permissions. */
  permissions: 'string[]',
  logins_count: 'number',
  last_ip: 'string | null',
  updated_at: time,
})

const email = shape('3 <= string <= 320')
const password = shape('string <= 1000')
/** Token from a link sent by mail. */
const token = shape('16 <= string <= 200')

/** Accounts and the projects they can enter. */
export const accounts = {
  'project.list': endpoint('GET /api/2/account/projects', {
    summary: 'Lists the projects that the caller can enter, with the access level of each',
    access: 'account',
    answer: shape({
      meta: {
        account_id: 'string',
        current_project_id: 'string | null',
        /** Pending invitations of the account’s confirmed address. */
        invites: [invitation, '[]'],
        new_project: 'boolean',
        roles: 'Record<string, string[]>',
        permissions: 'string[]',
        verify_needed: 'boolean',
        /** The listed organizations in which the caller may create projects. */
        creates_in: 'string[]',
        /** The caller's account, as shown in the account menu. */
        'account?': { name: 'string', nickname: 'string | null', picture: 'string | null' },
        /** The project to open after sign-in; null means the last opened project. */
        'default_project_id?': 'string | null',
        'preferences?': preferences,
      },
      projects: [accessRecord, '[]'],
      organizations: [organization, '[]'],
    }),
  }),
  'account.read': endpoint('GET /api/2/account/', {
    summary: 'Returns the caller’s own account: name, email address, preferences',
    access: 'account',
    wayIn: 'sign-in',
    answer: profile,
  }),
  'account.update': endpoint('POST /api/2/account/', {
    summary: 'Changes the caller’s own account; absent fields keep their values',
    access: 'account',
    wayIn: 'sign-in',
    audit: 'account.update',
    body: shape({
      'name?': shownNameOf('1 <= string <= 200'),
      'nickname?': [shownNameOf('string <= 100'), '|', 'null'],
      'company?': 'string <= 200 | null',
      'role?': 'string <= 200 | null',
      'picture?': 'string <= 90000 | null',
      'default_project_id?': 'string <= 128 | null',
      'preferences?': preferences,
    }),
    answer: profile,
  }),
  'account.register': endpoint('POST /api/2/account/register', {
    summary:
      'Creates an account with its own project if registration is open. The answer is the same if the address already has an account',
    access: 'public',
    wayIn: 'sign-in',
    limit: 'password',
    audit: 'account.register',
    status: 201,
    /** With an invitation, registration is open where it requires one. */
    body: shape({
      email,
      password,
      'name?': shownNameOf('1 <= string <= 200'),
      'invite?': { id: 'string <= 128', secret: 'string <= 200' },
    }),
    answer: shape({ email: 'string', verify_needed: 'boolean' }),
  }),
  'account.verify': endpoint('POST /api/2/account/verify', {
    summary: 'Confirms an email address with the token sent to it',
    access: 'public',
    wayIn: 'sign-in',
    audit: 'account.verify',
    body: shape({ token }),
    answer: shape({ email: 'string' }),
  }),
  'account.send-verification': endpoint('POST /api/2/account/verify/mail', {
    summary: 'Sends the confirmation mail to the caller’s address again',
    access: 'account',
    changes: false,
    wayIn: 'sign-in',
    limit: 'send',
    audit: 'account.send-verification',
    /** `sent`: not confirmed yet. `mail_leaves`: a mail server is configured; otherwise the mail is in the outbox. */
    answer: shape({ sent: 'boolean', mail_leaves: 'boolean' }),
  }),
  'account.ask-reset': endpoint('POST /api/2/account/reset_password', {
    summary:
      'Sends a password reset link to the given address, or to the caller’s own. The answer is the same whether or not the account exists',
    access: 'public',
    wayIn: 'sign-in',
    limit: 'send',
    audit: 'account.ask-reset',
    body: shape({ 'email?': email }),
    answer: shape({ asked: 'boolean', mail_leaves: 'boolean' }),
  }),
  'account.reset-password': endpoint('POST /api/2/account/reset_password/{id}', {
    summary: 'Sets a new password with the token sent by mail and ends all sessions of the account',
    access: 'public',
    wayIn: 'sign-in',
    limit: 'password',
    audit: 'account.reset-password',
    status: 204,
    body: shape({ token, password }),
    answer: null,
  }),
  'account.change-password': endpoint('POST /api/2/account/password', {
    summary:
      'Changes the caller’s password, ends all other sessions of the account, and disconnects the applications that they connected',
    access: 'account',
    wayIn: 'sign-in',
    limit: 'password',
    audit: 'account.change-password',
    status: 204,
    body: shape({ password, new_password: password }),
    answer: null,
  }),
  'project.create': endpoint('POST /api/2/account/projects', {
    summary:
      'Creates a project with a default schedule. Called with an API key, the answer includes an OWNER key of the new project, shown once',
    access: 'account',
    wayIn: 'credential',
    audit: 'project.create',
    status: 201,
    repeatable: true,
    body: shape({ name: shownNameOf('1 <= string <= 400'), 'org_id?': 'string <= 128 | null', 'tags?': objectTags }),
    answer: shape({ '...': project, 'api_key?': 'string' }),
  }),
  'quota.read': endpoint('GET /api/2/account/quota', {
    summary: 'Returns the subscription of the current project and its usage this month',
    access: 'see',
    answer: shape({
      sub: {
        level: 'string',
        name: 'string',
        plan: 'string',
        state: 'string',
        start: 'string | null',
        end: 'string | null',
      },
      trial_expiry_date: 'string | null',
      has_trial_expired: 'boolean',
      counts: {
        last_hour_dt: time,
        last_hour_run_count: 'number',
        org_test_run_count: 'number',
        user_test_run_count: 'number',
        public_report_count: 'number',
        scheduled_test_count: 'number',
        test_setup_count: 'number',
      },
      /** Share of the month that has passed, from 0 to 1. */
      monthly_progress: 'number',
      /** Null means no limit. */
      quotas: {
        public_report_quota: 'number | null',
        test_run_quota: 'number | null',
        test_setup_quota: 'number | null',
      },
    }),
  }),
} as const
