import { NEW_RULES } from '../../contract/monitors/call-rules.ts'
import { changeConditionSet } from '../conditions/change-conditions.ts'
import { againstLatest } from '../core/against-latest.ts'
import { command } from '../core/command.ts'
import type { World } from '../core/world.ts'

/** Gives a monitor the new rules for redirects and variables; a browser test has only the latter. */
const switchRequest = (id: string, world: World): Promise<void> =>
  againstLatest(async () => {
    const { meta, ...monitor } = await world.call('monitor.read', { params: { id } })
    if (monitor.type === 'browser') {
      const { unset_variables } = NEW_RULES
      if (monitor.setup.unset_variables === unset_variables) return
      const body = { unset_variables, if_last_update: meta.last_update }
      await world.call('browser-test.update', { params: { id }, body })
      return
    }
    const { redirect_method, unset_variables } = monitor.request
    if (redirect_method === NEW_RULES.redirect_method && unset_variables === NEW_RULES.unset_variables) return
    const body = { request: NEW_RULES, if_last_update: meta.last_update }
    await world.call('monitor.update', { params: { id }, body })
  })

/** Commands for monitors that an upgrade left with the rules of before. */
export const olderRuleCommands = [
  command({
    id: 'monitor.show-older',
    words: 'open older-rules',
    title: 'Older rules',
    icon: 'changes',
    needs: 'see',
    args: {},
    run: (_, world) => world.go('monitors', {}, { show: 'older-rules' }),
  }),
  command({
    id: 'monitor.switch-rules',
    silences: false,
    widens:
      'After a redirect it repeats PUT, PATCH and DELETE with their bodies, runs without a value for a variable fail, and conditions compare texts in JSON as texts.',
    words: 'switch-rules monitor',
    title: 'Switch to new rules',
    pending: 'Switching',
    icon: 'check',
    effect: 'write',
    needs: 'edit',
    args: { monitor: 'string' },
    of: { monitor: 'monitor' },
    done: 'switched to the new rules',
    undo: 'calls',
    writes: ['monitor.update', 'browser-test.update', 'monitor.judge'],
    async run({ monitor }, world) {
      await switchRequest(monitor, world)
      await changeConditionSet(
        monitor,
        ({ meta, conditions }) =>
          meta.numeric_texts === 'text' ? null : { meta: { ...meta, numeric_texts: 'text' }, conditions },
        world,
      )
    },
  }),
]
