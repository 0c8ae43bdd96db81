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

const SITE: Readonly<Record<NonNullable<Actor['as']>, string>> = {
  site_admin: 'as site admin',
  site_analyst: 'as site analyst',
  site_viewer: 'as site viewer',
}

/** Additional information about an actor: a person's address and site permission, or the owner of a key. */
export const actorNote = ({ kind, email, as }: Actor): string | null => {
  if (kind === 'user') return [email, as && SITE[as]].filter((part) => part !== null).join(' · ') || null
  if (kind === 'api_key') return email ? `API key of ${email}` : 'API key'
  if (kind === 'service_account') return 'Service account'
  return kind === 'agent' ? 'Agent' : null
}
