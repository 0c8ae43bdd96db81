import { defineList } from '../kit/list/list.ts'

/** Projects with their digests. */
export const digestList = defineList('subscription.projects', {
  kind: 'project',
  one: 'project',
  many: 'projects',
  label: 'Digests of projects',
  titled: true,
  rowId: ({ project_id }) => project_id,
  rowName: ({ name }) => name,
  filters: [],
  empty: {
    title: 'No project to be told of',
    text: 'A digest tells what became of a project’s monitors in a day, a week or a month: what failed, what became slower, and how many alerts there were.',
    line: 'create project “Shop”',
    acts: [{ command: 'open.new-project', label: 'New project' }],
  },
})
