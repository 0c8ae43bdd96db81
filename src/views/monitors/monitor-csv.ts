import { commaSeparated } from '../../domain/core/comma-separated.ts'
import { ownTags } from '../../domain/core/tag-rules.ts'
import { monitorMethod, monitorUrl } from '../../domain/monitors/monitor-address.ts'
import type { Monitor } from './monitor-list.ts'

const HEAD = [
  'id',
  'name',
  'method',
  'address',
  'tags',
  'last result',
  'last run',
  'no data since',
  'pass rate 24 h',
  'median ms 24 h',
  'score',
]

/** Monitors as a CSV file. */
export const monitorCsv = (monitors: readonly Monitor[]): string =>
  commaSeparated([
    HEAD,
    ...monitors.map((figures) => [
      figures.id,
      figures.meta.name,
      monitorMethod(figures),
      monitorUrl(figures),
      ownTags(figures.meta.tags).join(' '),
      figures.last_result?.result_category ?? null,
      figures.last_result?.time ?? null,
      figures.no_data?.since ?? null,
      figures.pass_rate_24h,
      figures.median_24h,
      figures.insightsScore_score,
    ]),
  ])
