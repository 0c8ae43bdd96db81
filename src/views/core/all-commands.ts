/** Every command and what carries it out: a chunk that the front door does not wait for. */

export { failureSentence } from '../../commands/core/failure-sentence.ts'
export { objectAt } from '../../commands/core/route-tree.ts'
export { commandById } from '../../commands/registry.ts'
export { callThrough } from './call-through.ts'
export { carryOut } from './carry-out.ts'
export { entitiesOf, partialAnswer, readAnswer, searchedFor } from './entities.ts'
export { presenceIn, ready } from './presence.ts'
export { undoableIn } from './undoable.ts'
