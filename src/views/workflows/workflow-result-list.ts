import { serverChoice, serverValue } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { timeRange } from '../kit/list/time-filter.ts'
import { categoryWords } from '../parts/text/category.ts'
import { rangeWords } from '../results/result-list.ts'

const CATEGORIES = ['FAIL', 'WARNING', 'SLOW', 'PASS', 'QUEUED'] as const

type Place = { readonly id: string; readonly name: string }

/** The list of a workflow's results, newest first. */
export const workflowResultList = (locations: readonly Place[]) =>
  defineList('workflow.results', {
    kind: 'workflow-result',
    one: 'result',
    many: 'results',
    rowId: ({ id }) => id,
    rowName: ({ meta }) => `${meta.name}, ${meta.started}`,
    oneLine: true,
    query: { limit: 100 },
    paged: true,
    filters: [
      serverChoice({
        name: 'category',
        label: 'Result',
        options: CATEGORIES.map((value) => ({ value, label: categoryWords[value] })),
        asks: (result_category) => ({ result_category }),
      }),
      serverValue({
        name: 'location',
        label: 'Location',
        options: () => locations.map(({ id, name }) => ({ value: id, label: name })),
        asks: (location_id) => ({ location_id }),
      }),
      timeRange({
        words: rangeWords,
        inclusive: true,
        asks: ({ from, to }) => ({ ...(from !== undefined && { from }), ...(to !== undefined && { time: to }) }),
      }),
    ],
    hidden: { title: 'No results in this range.', text: 'No result in this range matches the filter.' },
    empty: {
      title: 'No results yet.',
      text: 'Each run of the workflow has a result. Run it, or add it to a schedule.',
      line: 'run workflow',
    },
  })
