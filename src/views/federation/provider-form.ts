import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { identityProviderProblems } from '../../domain/federation/identity-provider-rules.ts'
import { choice, text, words } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'

export type ProviderRow = AnswerOf<ProductContract['identity-provider.read']>

const YES = 'yes'
const yesNo = (flag: boolean): string => (flag ? YES : 'no')

/** The form of an OpenID provider. An empty client secret stays as it is. */
export const providerForm = recordTable<ProviderRow>()({
  fields: {
    name: text({ label: 'Name', placeholder: 'Example staff', maxLength: 100 }),
    issuer: text({
      label: 'Issuer',
      mono: true,
      placeholder: 'https://login.example.com',
      hint: 'Its discovery document is read below this URL.',
      maxLength: 300,
    }),
    client_id: text({ label: 'Client ID', mono: true, maxLength: 300 }),
    client_secret: text({
      label: 'Client secret',
      optional: true,
      type: 'password',
      autoComplete: 'new-password',
      hint: 'Encrypted, and never shown again. Empty for a public client.',
      maxLength: 1000,
    }),
    scopes: words({ label: 'Scopes', member: 'Each entry', mono: true, blank: 'openid, email, profile' }),
    button: text({ label: 'Button', optional: true, placeholder: 'Continue with Example', maxLength: 60 }),
    admits: choice({
      label: 'New people',
      options: [
        { value: 'no', label: 'Need an account first, and link it in their profile' },
        { value: YES, label: 'Get an account when they sign in' },
      ],
      blank: 'no',
    }),
    domains: words({
      label: 'Domains of new people',
      member: 'Each entry',
      optional: true,
      mono: true,
      placeholder: 'example.com',
      hint: 'Only verified addresses of these domains get an account. Empty: all. Separated by commas.',
    }),
    enabled: choice({
      label: 'On the sign-in page',
      options: [
        { value: YES, label: 'Offered' },
        { value: 'no', label: 'Not offered' },
      ],
      blank: YES,
    }),
    own_callback: choice({
      label: 'Callback URL',
      options: [
        { value: YES, label: 'Its own' },
        { value: 'no', label: 'Shared with other providers' },
      ],
      hint: 'Register the new URL at the provider before you change this, or nobody can sign in with it.',
      blank: YES,
    }),
  },
  read: ({ scopes, domains, admits, enabled, own_callback }) => ({
    scopes: scopes.join(', '),
    domains: domains.join(', '),
    client_secret: '',
    admits: yesNo(admits),
    enabled: yesNo(enabled),
    own_callback: yesNo(own_callback),
  }),
  write: ({ admits, enabled, own_callback, client_secret, ...plain }) => ({
    ...plain,
    ...(client_secret !== '' && { client_secret }),
    admits: admits === YES,
    enabled: enabled === YES,
    own_callback: own_callback === YES,
  }),
  rules: (body) => identityProviderProblems(body),
})
