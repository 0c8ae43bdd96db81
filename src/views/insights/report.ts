import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'

/** A report as the server answers it. */
export type InsightsReport = AnswerOf<ProductContract['insights.report']>
