/** Every command and what carries it out: a chunk that the front door does not wait for. */
export { perform } from '../../commands/core/perform.ts'
export { objectAt } from '../../commands/core/route-tree.ts'
export { commandById } from '../../commands/registry.ts'
export { entitiesOf } from './entities.ts'
