import { AUTH_TYPES } from '../../domain/auth/auth-types.ts'
import { TOKEN_STATUS_WORDS } from '../../domain/auth/token-status.ts'
import { kind, listed, namedBy } from '../core/kind-row.ts'

/** Auth settings and their tokens. */
export const authKinds = {
  'auth-setting': kind({
    noun: ['auth setting', 'auth settings'],
    icon: 'lock',
    parameter: 'authId',
    fields: ['auth_id'],
    list: listed('auth-setting.list', {}, ({ results }) =>
      results.map(({ id, meta, settings }) => ({ id, name: meta.name, note: AUTH_TYPES[settings.auth_type].title })),
    ),
    naming: namedBy(
      'auth-setting.list',
      () => ({}),
      ({ results }, id) => results.find((each) => each.id === id)?.meta.name ?? null,
    ),
    routes: { list: 'auth-settings', one: 'auth-setting', make: 'new-auth-setting', edit: 'auth-setting' },
  }),
  token: kind({
    noun: ['token', 'tokens'],
    icon: 'key',
    parameter: 'tokenId',
    fields: ['token_id'],
    list: listed('token.list', {}, ({ results }) =>
      results.map(({ id, meta, status }) => ({ id, name: meta.name, note: TOKEN_STATUS_WORDS[status].toLowerCase() })),
    ),
    naming: namedBy(
      'token.list',
      () => ({}),
      ({ results }, id) => results.find((each) => each.id === id)?.meta.name ?? null,
    ),
    routes: { list: 'tokens', one: 'token', make: 'new-token', edit: 'token' },
  }),
}
