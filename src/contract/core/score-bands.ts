import { shape } from './endpoint.ts'

/** Lowest scores of the amber band (`warning`) and of the green one (`good`): 0 < warning < good ≤ 10. */
export const scoreBands = shape({ warning: '0 < number < 10', good: '0 < number <= 10' })
