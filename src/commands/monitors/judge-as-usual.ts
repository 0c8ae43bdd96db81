import { USUAL_CONDITIONS } from '../../domain/conditions/usual-conditions.ts'
import { failureSentence } from '../core/failure-sentence.ts'
import type { World } from '../core/world.ts'

/**
 * Gives a monitor that was just made the conditions that the form of a new one begins with. A failure is reported and does not reject: the
 * monitor is there, and carrying out the line again would make a second one.
 */
export const judgeAsUsual = async (id: string, world: World): Promise<void> => {
  try {
    await world.call('monitor.judge', { params: { id }, body: { meta: {}, conditions: [...USUAL_CONDITIONS] } })
  } catch (failure) {
    const text = `The monitor is created, but without the usual conditions. ${failureSentence(failure)}`
    world.tell(text, { category: 'FAIL' })
  }
}
