import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { choice, text, words } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'

export type ServiceAccountRow = AnswerOf<ProductContract['service-account.list']>['data'][number]

const KEY_EXPIRIES = [
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'never', label: 'never' },
] as const

const fields = {
  name: text({
    label: 'Name',
    hint: 'The program that uses it.',
    placeholder: 'Deployments',
    autoComplete: 'off',
    autoFocus: true,
    maxLength: 200,
  }),
  roles: words({
    label: 'Roles',
    member: 'Each role',
    mono: true,
    placeholder: 'DEV_TEAM',
    hint: 'It enters the projects in which these roles have a level. Separated by commas.',
  }),
}

const nameProblems = (name: string) => (name.trim() === '' ? [{ field: 'name', message: 'Enter a name.' }] : [])

const read = ({ name, roles }: ServiceAccountRow) => ({ name, roles: roles.join(', ') })

/** The form of a new service account, with the expiry of its first key. */
export const newServiceAccountForm = recordTable<ServiceAccountRow>()({
  fields: {
    ...fields,
    expires: choice({
      label: 'The key expires',
      hint: 'It is refused from then on.',
      options: [...KEY_EXPIRIES],
      blank: '90',
    }),
  },
  read: (row) => ({ ...read(row), expires: '90' }),
  rules: ({ name }) => nameProblems(name),
})

/** The form that changes a service account. */
export const serviceAccountForm = recordTable<ServiceAccountRow>()({
  fields,
  read,
  rules: ({ name }) => nameProblems(name),
})

/** The days of an expiry as chosen; null for never. */
export const daysOf = (expires: string | undefined): number | null => {
  const days = Number(expires)
  return Number.isInteger(days) && days > 0 ? days : null
}
