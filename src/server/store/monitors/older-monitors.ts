import { type RawBuilder, sql } from 'kysely'

const isOlder = (rule: 'redirect_method' | 'unset_variables', fresh: string) =>
  sql<boolean>`doc #>> ${`{request,${rule}}`}::text[] is distinct from ${fresh}`

/**
 * Monitors with a rule from before 0.6 that also match `found`, as a condition on `object`. Documents that name no rule have the older one.
 * Calls of the workspace `_meta` are the product's own.
 */
export const withOlderRules = (found: RawBuilder<boolean> = sql<boolean>`true`): RawBuilder<boolean> => sql<boolean>`(
  ${found} and doc #>> '{meta,workspace}' <> '_meta' and (
    (not doc ? 'setup' and ${isOlder('redirect_method', 'keep')}) or ${isOlder('unset_variables', 'fail')}
    or coalesce(doc #>> '{conditions,meta,numeric_texts}',
      case when doc #> '{conditions,conditions}' = '[]' then 'text' else 'number' end) = 'number'))`
