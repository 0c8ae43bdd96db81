import { formats } from '../parts/text/format.ts'
import type { IconName } from '../parts/text/icons.ts'
import type { TargetKind } from './use-targets.ts'

type KindWords = { readonly kind: TargetKind; readonly one: string; readonly many: string; readonly icon: IconName }

/** The kinds of targets, in the order in which they are listed. */
export const TARGET_KINDS: readonly KindWords[] = [
  { kind: 'monitors', one: 'monitor', many: 'monitors', icon: 'monitor' },
  { kind: 'browser_tests', one: 'browser test', many: 'browser tests', icon: 'globe' },
  { kind: 'workflows', one: 'workflow', many: 'workflows', icon: 'workflow' },
]

/** "12 monitors, 1 browser test, 2 workflows"; empty without targets. */
export const targetCountsText = (counts: Readonly<Record<TargetKind, number>>): string =>
  TARGET_KINDS.flatMap(({ kind, one, many }) =>
    counts[kind] === 0 ? [] : [`${formats.count(counts[kind])} ${counts[kind] === 1 ? one : many}`],
  ).join(', ')
