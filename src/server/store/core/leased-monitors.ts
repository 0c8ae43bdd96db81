import { type RawBuilder, sql } from 'kysely'

/**
 * The monitors `m` of runs that are leased to an agent, those of steps too, as the end of an SQL statement after `from`; further
 * conditions can follow.
 */
export const leasedMonitors = ({ agentId, now }: { agentId: string; now: number }): RawBuilder<unknown> => sql`
  job j join object t on t.key = j.target_key join object m on m.project_key = t.project_key
    and (m.key = t.key or (t.kind in ('workflow', 'workflow-trial') and m.kind = 'monitor'
      and t.doc #> '{workflow,steps}' @> jsonb_build_array(jsonb_build_object('call_id', m.id))))
  where j.agent_id = ${agentId} and j.lease_until > ${now}`
