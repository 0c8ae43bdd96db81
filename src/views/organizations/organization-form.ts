import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { tagProblems } from '../../domain/core/tag-rules.ts'
import { checkbox, number, text, words } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'

export type OrganizationSettings = AnswerOf<ProductContract['organization.read']>

const between = (field: string, value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most
    ? []
    : [{ field, message: `Enter a whole number from ${least} to ${most}.` }]

/** The settings of an organization. */
export const organizationForm = recordTable<OrganizationSettings>()({
  fields: {
    name: text({ label: 'Name', autoComplete: 'off', maxLength: 400 }),
    tags: words({ label: 'Tags', member: 'A tag', optional: true, hint: 'Separated by commas.', autoComplete: 'off' }),
    enforce_2fa: checkbox({
      label: 'Members need a second factor',
      part: 'second factor',
      hint: 'Accounts without one cannot enter the organization’s projects until they set one up. API keys and service accounts are not affected.',
    }),
    password_expiry_days: number({
      label: 'Passwords expire after',
      hint: 'Days; 0 for never. Until it is changed, an older password does not open the organization’s projects.',
    }),
    session_hours: number({
      label: 'Sign in again after',
      hint: 'Hours, at most 8760. A sign-in that is older does not open the organization’s projects.',
    }),
  },
  read: ({ name, tags, enforce_2fa, password_expiry_days, session_hours }) => ({
    name,
    tags: tags.join(', '),
    enforce_2fa,
    password_expiry_days: String(password_expiry_days),
    session_hours: String(session_hours),
  }),
  rules: ({ name, tags, password_expiry_days, session_hours }) => [
    ...(name.trim() === '' ? [{ field: 'name', message: 'Enter a name.' }] : []),
    ...tagProblems('tags', tags).slice(0, 1),
    ...between('password_expiry_days', password_expiry_days, 0, 365),
    ...between('session_hours', session_hours, 1, 8760),
  ],
})
