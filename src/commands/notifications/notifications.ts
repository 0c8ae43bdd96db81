import { command } from '../core/command.ts'
import { changeSearch } from '../core/search-of.ts'
import type { World } from '../core/world.ts'

const onFeed = (world: World): boolean => world.place?.name === 'notifications'

/** Also told to the screen: it holds older pages itself. */
const mark = async (world: World, ids: readonly string[] | undefined, read: boolean): Promise<void> => {
  world.send('screen', { type: 'MARKED', ids, read })
  await world.call('notification.mark', { body: { ...(ids && { ids: [...ids] }), read } })
}

/** Notification commands. */
export const notificationCommands = [
  command({
    id: 'notification.open',
    words: 'open notification',
    title: 'Open',
    screen: true,
    icon: 'chevron-right',
    effect: 'write',
    needs: 'see',
    args: {
      notification: 'string',
      'result?': 'string',
      'workflow_result?': 'string',
      'webhook?': 'string',
      'token?': 'string',
      'quota?': "'monitors' | 'files'",
      'monitor?': 'string',
      'workflow?': 'string',
    },
    of: {
      notification: 'notification',
      result: 'result',
      workflow_result: 'workflow-result',
      webhook: 'webhook',
      token: 'token',
      monitor: 'monitor',
      workflow: 'workflow',
    },
    prompts: { quota: 'The limit of what?' },
    writes: ['notification.mark'],
    async run({ notification, result, workflow_result, webhook, token, quota, monitor, workflow }, world) {
      if (workflow_result !== undefined) world.go('workflow-result', { workflowResultId: workflow_result })
      else if (result !== undefined) world.go('result', { resultId: result })
      else if (webhook !== undefined) world.go('webhook', { webhookId: webhook })
      else if (token !== undefined) world.go('token', { tokenId: token })
      else if (quota !== undefined) world.go(quota)
      else if (monitor !== undefined) world.go('monitor', { callId: monitor })
      else if (workflow !== undefined) world.go('workflow', { workflowId: workflow })
      else if (!onFeed(world)) world.go('notifications')
      await mark(world, [notification], true)
    },
  }),
  command({
    id: 'notification.mark-read',
    words: 'mark read',
    title: 'Mark as read',
    pending: 'Marking',
    icon: 'check',
    effect: 'write',
    keys: 'm',
    keyScope: 'object',
    needs: 'see',
    args: { notification: 'string' },
    of: { notification: 'notification' },
    done: 'marked as read',
    undo: ({ notification }) => ({ id: 'notification.mark-unread', args: { notification } }),
    writes: ['notification.mark'],
    run: ({ notification }, world) => mark(world, [notification], true),
  }),
  command({
    id: 'notification.mark-unread',
    words: 'mark unread',
    title: 'Mark as unread',
    pending: 'Marking',
    icon: 'bell',
    effect: 'write',
    keys: 'u',
    keyScope: 'object',
    needs: 'see',
    args: { notification: 'string' },
    of: { notification: 'notification' },
    done: 'marked as unread',
    undo: ({ notification }) => ({ id: 'notification.mark-read', args: { notification } }),
    writes: ['notification.mark'],
    run: ({ notification }, world) => mark(world, [notification], false),
  }),
  command({
    id: 'notification.mark-all-read',
    words: 'mark all-read',
    title: 'Mark all as read',
    pending: 'Marking',
    icon: 'check',
    effect: 'write',
    needs: 'see',
    args: {},
    writes: ['notification.mark'],
    run: (_, world) => mark(world, undefined, true),
  }),
  command({
    id: 'notification.filter',
    words: 'filter notifications',
    title: 'Filter notifications',
    icon: 'search',
    needs: 'see',
    args: {
      'kind?':
        "'alert' | 'recovery' | 'delivery_error' | 'quota' | 'token' | 'location_away' | 'location_back' | 'certificate' | 'any'",
      'monitor?': 'string',
      'unread?': 'boolean',
    },
    of: { monitor: 'monitor' },
    prompts: { kind: 'Of which kind?', monitor: 'Of which monitor?', unread: 'Only unread?' },
    run({ kind, monitor, unread }, world) {
      const changes = {
        ...(kind !== undefined && { kind: kind === 'any' ? null : kind }),
        ...(monitor !== undefined && { monitor }),
        ...(unread !== undefined && { unread: unread ? 'yes' : null }),
      }
      if (onFeed(world)) changeSearch(world, changes)
      else world.go('notifications', {}, changes)
    },
  }),
  command({
    id: 'notification.older',
    words: 'show older-notifications',
    title: 'Older',
    pending: 'Loading',
    icon: 'down',
    needs: 'see',
    when: onFeed,
    args: {},
    run: (_, world) => world.send('screen', { type: 'OLDER' }),
  }),
]
