import type { AlertScope } from './alerting.ts'

type Scope = Pick<AlertScope, 'monitor_id' | 'include_tags' | 'exclude_tags'>

const within = (some: readonly string[], all: readonly string[]): boolean => some.every((tag) => all.includes(tag))

/** Whether an alert covers every monitor that another one covers, as far as their scopes alone tell. */
export const coversAllOf = (wider: Scope, other: Scope): boolean =>
  (wider.monitor_id === null || wider.monitor_id === other.monitor_id) &&
  (wider.include_tags.length === 0 ||
    (other.include_tags.length > 0 && within(other.include_tags, wider.include_tags))) &&
  within(wider.exclude_tags, other.exclude_tags)
