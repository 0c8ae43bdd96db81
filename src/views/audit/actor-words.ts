import type { Entry } from './audit-entry.ts'

type Actor = Entry['actor']

const WITHOUT_NAME: Readonly<Record<Actor['kind'], string>> = {
  user: 'A deleted account',
  api_key: 'A revoked API key',
  agent: 'A deleted agent',
  system: 'Not signed in',
}

/** Who did it, in a word or two. */
export const actorName = ({ kind, name, email }: Actor): string => name ?? email ?? WITHOUT_NAME[kind]

/** What else is known of who did it: the address of a person, whose key it is. */
export const actorNote = ({ kind, email }: Actor): string | null => {
  if (kind === 'user') return email
  if (kind === 'api_key') return email ? `API key of ${email}` : 'API key'
  return kind === 'agent' ? 'Agent' : null
}
