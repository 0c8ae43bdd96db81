import { defineList } from '../kit/list/list.ts'

/** The list of agents. */
export const agentList = defineList('agent.fleet', {
  kind: 'agent',
  one: 'agent',
  many: 'agents',
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  opens: ({ id }) => ({ to: 'agent', params: { agentId: id } }),
  add: { command: 'agent.new', icon: 'plus' },
  filters: [],
  menu: ({ id, may_manage, revoked }) =>
    may_manage && !revoked
      ? [
          { command: 'agent.rotate', args: { agent: id }, icon: 'key' },
          { command: 'agent.revoke', args: { agent: id }, icon: 'trash', danger: true },
        ]
      : [],
  empty: {
    text: 'An agent calls your monitors from the machine that it runs on: in another cloud, another country, or your own network.',
  },
})
