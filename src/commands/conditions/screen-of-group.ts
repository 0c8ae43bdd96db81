import type { Group } from '../../domain/conditions/sources.ts'

/** The screen that has a project's conditions of a group. */
export const SCREEN_OF_GROUP = {
  timing: 'assertions-latency',
  status: 'assertions-http',
  header: 'assertions-headers',
  size: 'assertions-body',
  body: 'assertions-body',
} as const satisfies Record<Group, string>
