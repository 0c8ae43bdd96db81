import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'

/** An account as its page shows it. */
export type AccountPage = AnswerOf<ProductContract['account.look-up']>
