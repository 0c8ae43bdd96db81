import { route } from '../core/route.ts'

/** Auth settings and tokens. */
export const authRoutes = {
  'auth-settings': route({ path: '/services/', title: 'Auth settings', words: 'auth settings', keys: 'g k' }),
  'new-auth-setting': route({ path: '/services/create', title: 'New auth setting' }),
  'auth-setting': route({ path: '/services/{authId}/', title: 'Auth setting', words: 'auth setting' }),
  'auth-setting-keys': route({ path: '/services/{authId}/keys', title: 'Keys of an auth setting', icon: 'key' }),
  'auth-setting-tokens': route({ path: '/services/{authId}/tokens', title: 'Tokens of an auth setting', icon: 'key' }),
  'auth-setting-certificates': route({
    path: '/services/{authId}/certificates',
    title: 'Client certificate of an auth setting',
    icon: 'lock',
  }),
  'auth-setting-users': route({
    path: '/services/{authId}/used-by',
    title: 'Monitors that use an auth setting',
    icon: 'monitor',
  }),
  tokens: route({ path: '/tokens/', title: 'Tokens', parent: 'auth-settings' }),
  'token-wizard': route({ path: '/tokens/service/{authId}/wizard', title: 'Get a token', icon: 'key' }),
  'new-token': route({ path: '/tokens/service/{authId}/create', title: 'Enter a token', parent: 'tokens' }),
  token: route({ path: '/tokens/token/{tokenId}/', title: 'Token' }),
  'token-callback': route({
    path: '/tokens/callback',
    title: 'Authorization',
    words: null,
    parent: 'auth-settings',
    icon: 'key',
  }),
  'setting-callback': route({
    path: '/tokens/callback/{callback}',
    title: 'Authorization',
    words: null,
    parent: 'auth-settings',
    icon: 'key',
  }),
}
