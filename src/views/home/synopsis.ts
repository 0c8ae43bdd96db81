import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'

/** Summary of a project. */
export type Synopsis = AnswerOf<ProductContract['project.synopsis']>
export type WorstMonitor = Synopsis['worst'][number]

/** (PASS + SLOW) / (PASS + SLOW + FAIL), from 0 to 1; null without such results. */
export const passRateOf = ({ pass, slow, fail }: Synopsis['results_24h']): number | null =>
  pass + slow + fail === 0 ? null : (pass + slow) / (pass + slow + fail)
