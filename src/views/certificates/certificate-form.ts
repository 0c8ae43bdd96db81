import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { allowedOriginProblems } from '../../domain/secrets/secret-origins.ts'
import { linesOrNone, text, words } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'

export type CertificateRow = AnswerOf<ProductContract['certificate.read']>

const needed = (field: string, value: string | null, message: string) =>
  (value ?? '').trim() === '' ? [{ field, message }] : []

const fields = {
  name: text({ label: 'Name', placeholder: 'Partner bank, production', maxLength: 400 }),
  certificate: linesOrNone({
    label: 'Certificate',
    rows: 6,
    mono: true,
    hint: 'PEM, with the certificates that lead to its authority.',
  }),
  private_key: linesOrNone({
    label: 'Private key',
    rows: 6,
    mono: true,
    hint: 'PEM. It is encrypted, and never shown again.',
  }),
  passphrase: text({
    label: 'Passphrase',
    optional: true,
    type: 'password',
    autoComplete: 'new-password',
    maxLength: 1024,
  }),
  origins: words({
    label: 'Allowed origins',
    member: 'Each entry',
    mono: true,
    placeholder: 'https://api.example.com',
    hint: 'The certificate is presented only here. Separated by commas.',
  }),
}

const read = ({ name, origins }: CertificateRow) => ({
  name,
  origins: origins.join(', '),
  certificate: '',
  private_key: '',
  passphrase: '',
})

/** The form of a new certificate. */
export const newCertificateForm = recordTable<CertificateRow>()({
  fields,
  read,
  rules: ({ name, certificate, private_key, origins }) => [
    ...needed('name', name, 'Enter a name.'),
    ...needed('certificate', certificate, 'Paste a certificate, or choose its file.'),
    ...needed('private_key', private_key, 'Paste the private key, or choose its file.'),
    ...(origins.length === 0 ? [{ field: 'origins', message: 'Enter where it may be presented.' }] : []),
    ...allowedOriginProblems(origins, 'origins'),
  ],
})

/** The form that changes a certificate; what is left empty stays as it is. */
export const certificateForm = recordTable<CertificateRow>()({
  fields,
  read,
  rules: ({ name, origins }) => [
    ...needed('name', name, 'Enter a name.'),
    ...(origins.length === 0 ? [{ field: 'origins', message: 'Enter where it may be presented.' }] : []),
    ...allowedOriginProblems(origins, 'origins'),
  ],
})
