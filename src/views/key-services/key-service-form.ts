import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { keyServiceProblems } from '../../domain/key-services/key-service-rules.ts'
import { text } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'

export type KeyServiceRow = AnswerOf<ProductContract['key-service.read']>

/** The form of a key service. A stored token stays where none is entered and the address is the same. */
export const keyServiceForm = recordTable<KeyServiceRow>()({
  fields: {
    url: text({ label: 'Address', mono: true, placeholder: 'https://vault.example.com:8200', maxLength: 400 }),
    key: text({ label: 'Key', mono: true, placeholder: 'sonde', hint: 'A key of its transit engine.', maxLength: 200 }),
    mount: text({ label: 'Path of the transit engine', mono: true, maxLength: 200 }),
    namespace: text({ label: 'Namespace', optional: true, mono: true, maxLength: 200 }),
    token: text({
      label: 'Token',
      type: 'password',
      autoComplete: 'new-password',
      hint: 'It needs the right to make and decrypt data keys with this key, and no other.',
      maxLength: 2000,
    }),
  },
  read: ({ url, key, mount, namespace }) => ({
    url: url ?? '',
    key: key ?? '',
    mount: mount ?? 'transit',
    namespace: namespace ?? '',
    token: '',
  }),
  rules: ({ url, key, mount, namespace }) =>
    keyServiceProblems({ url: url.replace(/\/$/, ''), key, mount, namespace: namespace || null }),
})
