import { expect, test } from 'vitest'
import { needsScreen } from '../../src/commands/headless/needs-screen.ts'
import { commands } from '../../src/commands/registry.ts'

/** Verbs that bring an object into a state which it may be in already. */
const SWITCHING =
  /^(pause|resume|enable|disable|snooze|unsnooze|mute|unmute|acknowledge|unacknowledge|block|unblock|publish|unpublish|resolve|reopen|close|archive|schedule|unschedule|depend|undepend|share|unshare)\b/

/** Switching commands that act in any state, by the reason. */
const ACTS_ANYWAY: Readonly<Record<string, string>> = {
  'It says until when, which may be another time than before.': 'webhook.snooze webhook.snooze-until',
  'It answers the link that is open.': 'report.publish',
  'It names no object, and its question is left out where the page is so already.':
    'status-page.publish status-page.close',
  'Its question says which key encrypts the secrets of the organization afterwards.':
    'key-service.enable key-service.disable',
  'It adds to a list or takes from it, and what was so before is kept.':
    'schedule.attach schedule.detach workflow.schedule workflow.unschedule dependency.add dependency.remove',
}

test('a command that switches a state says so where its object has it already, or there is a reason', () => {
  const silent = commands.filter(
    (each) => SWITCHING.test(each.words) && each.effect !== 'read' && !needsScreen(each) && each.already === undefined,
  )
  const reasoned = Object.values(ACTS_ANYWAY).flatMap((ids) => ids.split(' '))
  expect(silent.map(({ id }) => id).toSorted()).toEqual(reasoned.toSorted())
})
