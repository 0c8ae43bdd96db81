import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { wholeBetween } from '../core/notation.ts'
import { data, time } from '../core/wire.ts'

const key = shape({
  id: 'string',
  /** The first characters of the key, which identify it in lists. */
  prefix: 'string',
  created: time,
  /** The name of the account that created it; null if that account was deleted. */
  created_by: 'string | null',
  /** Accurate to the minute. */
  last_used: [time, '|', 'null'],
  expires: [time, '|', 'null'],
  /** When a rotation replaced it; it works until it expires. */
  replaced: [time, '|', 'null'],
})

const row = shape({
  id: 'string',
  name: 'string',
  /** The organization's roles that it has, besides DEFAULT. */
  roles: 'string[]',
  /** Projects that it may enter through these roles, by name. */
  projects: [{ id: 'string', name: 'string', access_level: 'string', role_id: 'string' }, '[]'],
  /** Keys that are not expired, newest first. */
  keys: [key, '[]'],
  created: time,
  last_update: time,
})

const name = nameOf('1 <= string <= 200')
const roles = shape([['string <= 64', '[]'], '&', 'unknown[] <= 50'])
const expiresDays = shape(['1 <= number.integer <= 3650', '|', 'null'])
const withSecret = shape({ '...': row, secret: 'string' })

const ORGANIZATION = '/api/3/organizations/{org}/service-accounts/' as const

/**
 * Service accounts: accounts of programs that belong to an organization instead of a person. A key of theirs enters each project in which
 * one of their roles has a level; the project header names the project.
 */
export const serviceAccounts = {
  'service-account.list': endpoint(`GET ${ORGANIZATION}`, {
    summary:
      'Lists the service accounts of an organization by name, with their projects and keys, without the keys themselves',
    access: 'organization',
    wayIn: 'credential',
    lists: 'data',
    answer: data(row),
  }),
  'service-account.create': endpoint(`POST ${ORGANIZATION}`, {
    summary: 'Creates a service account with roles and its first key; the answer shows the key once',
    access: 'organization',
    wayIn: 'credential',
    letsIn: true,
    audit: 'service-account.create',
    status: 201,
    repeatable: true,
    body: shape({ name, roles, /** Lifetime of the key; null or absent means never. */ 'expires_days?': expiresDays }),
    answer: withSecret,
  }),
  'service-account.update': endpoint(`PUT ${ORGANIZATION}{id}`, {
    summary: 'Changes the name or the roles of a service account; absent fields keep their values',
    access: 'organization',
    wayIn: 'credential',
    letsIn: true,
    audit: 'service-account.update',
    body: shape({ 'name?': name, 'roles?': roles, 'if_last_update?': 'string <= 40' }),
    answer: row,
  }),
  'service-account.remove': endpoint(`DELETE ${ORGANIZATION}{id}`, {
    summary: 'Deletes a service account; its keys are refused immediately',
    access: 'organization',
    wayIn: 'credential',
    audit: 'service-account.delete',
    status: 204,
    answer: null,
  }),
  'service-account.rotate': endpoint(`POST ${ORGANIZATION}{id}/keys`, {
    summary: 'Creates a new key of a service account, shown once; its earlier keys expire after the overlap',
    access: 'organization',
    wayIn: 'credential',
    letsIn: true,
    audit: 'service-account.rotate',
    status: 201,
    repeatable: true,
    body: shape({
      /** Hours for which earlier keys keep working, so that programs can be moved over; 0 refuses them at once. */
      overlap_hours: wholeBetween({ least: 0, most: 720 }),
      'expires_days?': expiresDays,
    }),
    answer: withSecret,
  }),
  'service-account.revoke-key': endpoint(`DELETE ${ORGANIZATION}{id}/keys/{keyId}`, {
    summary: 'Revokes one key of a service account immediately',
    access: 'organization',
    wayIn: 'credential',
    audit: 'service-account.revoke-key',
    status: 204,
    answer: null,
  }),
} as const
