import { parseResultId } from '../../domain/results/result-id.ts'
import { kind, namedBy } from '../core/kind-row.ts'

/** Results: too many to choose from, so a line names one by its id. */
export const resultKinds = {
  result: kind({
    noun: ['result', 'results'],
    icon: 'results',
    parameter: 'resultId',
    named: 'by any text',
    isId: (text) => parseResultId(text) !== null,
    list: null,
    naming: namedBy(
      'result.read',
      (id) => ({ params: { id }, query: { mode: 'full' } }),
      ({ test }) => test,
    ),
    routes: { list: 'results', one: 'result', make: null, edit: null },
  }),
}
