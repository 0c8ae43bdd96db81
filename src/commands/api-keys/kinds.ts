import { kind, listed } from '../core/kind-row.ts'

/** API keys. */
export const apiKeyKinds = {
  'api-key': kind({
    noun: ['API key', 'API keys'],
    icon: 'key',
    parameter: null,
    list: listed('key.list', {}, ({ results }) =>
      results.map(({ id, name, prefix, access_level }) => ({ id, name, note: `${prefix}… ${access_level}` })),
    ),
    naming: null,
    routes: { list: 'api-keys', one: null, make: null, edit: null },
  }),
}
