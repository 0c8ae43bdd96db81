import type { Entry } from './audit-entry.ts'

type Actor = Entry['actor']

const WITHOUT_NAME: Readonly<Record<Actor['kind'], string>> = {
  user: 'A deleted account',
  api_key: 'A revoked API key',
  service_account: 'A deleted service account',
  agent: 'A deleted agent',
  system: 'Not signed in',
}

/** Short name of an entry's actor. */
export const actorName = ({ kind, name, email }: Actor): string => name ?? email ?? WITHOUT_NAME[kind]

/** Additional information about an actor: a person's address, or the owner of a key. */
export const actorNote = ({ kind, email }: Actor): string | null => {
  if (kind === 'user') return email
  if (kind === 'api_key') return email ? `API key of ${email}` : 'API key'
  if (kind === 'service_account') return 'Service account'
  return kind === 'agent' ? 'Agent' : null
}
