import { route } from '../core/route.ts'

/** Results. */
export const resultRoutes = {
  results: route({ path: '/tests/results', title: 'Results', keys: 'g r' }),
  result: route({ path: '/tests/result/{resultId}/', title: 'Result' }),
}
