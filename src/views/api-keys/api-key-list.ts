import { defineList } from '../kit/list/list.ts'

/** The list of API keys. */
export const apiKeyList = defineList('key.list', {
  kind: 'api-key',
  one: 'API key',
  many: 'API keys',
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  add: { command: 'api-key.new', icon: 'plus' },
  filters: [],
  acts: ({ id }) => [{ command: 'api-key.revoke', args: { key: id }, icon: 'trash', label: 'Revoke' }],
  menu: ({ id }) => [{ command: 'api-key.revoke', args: { key: id }, icon: 'trash', danger: true }],
  empty: {
    text: 'Scripts, pipelines and other programs call the API with their own key. A key works in this project only, has at most your rights, and can be revoked at any time.',
    line: 'create api-key CI --access-level EDITOR',
  },
})
