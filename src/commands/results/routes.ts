import { route } from '../core/route.ts'

/** Results. */
export const resultRoutes = {
  results: route({ path: '/tests/results', title: 'Results', keys: 'g r' }),
  result: route({ path: '/tests/result/{resultId}/', title: 'Result' }),
  'result-difference': route({ path: '/tests/result/{resultId}/difference', title: 'Difference', parent: 'results' }),
}
