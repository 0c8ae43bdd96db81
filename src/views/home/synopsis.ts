import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'

/** Summary of a project. */
export type Synopsis = AnswerOf<ProductContract['project.synopsis']>
export type WorstMonitor = Synopsis['worst'][number]

/** The number of results that the pass rate is of: warnings do not count. */
export const ratedOf = ({ pass, slow, fail }: Synopsis['results_24h']): number => pass + slow + fail
