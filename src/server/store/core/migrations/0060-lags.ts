/**
 * rollup.lags: count, maximum and a sketch of schedule lags; null if they are not summed up.
 * rollup_stale.kind −2: an hour without them. Runs that are ignored in statistics have a lag too, so all hours since a monitor's first are
 * marked, not only those with counts, until they are summed up again from their results.
 * result_exceptional: finds the rare results of a monitor that did not pass. Of older partitions, only those of the newest 31 days get it:
 * queries by category reach back so far, and reading all results would keep a server from starting.
 */
export const lags = `
alter table rollup add column lags bytea;
insert into rollup_stale (target_key, hour, kind)
  select target_key, hour, -2
    from (select target_key, min(start) as first from rollup where kind = 1 and location_key > 0 group by target_key) summed,
      generate_series(first, (select max(start) from rollup where kind = 1), 3600000) hour
  on conflict do nothing;
create index result_exceptional on only result (target_key, due) where category <> 0;
do $$
declare
  part text;
begin
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'result'::regclass
      and c.relname >= 'result_' || to_char(now() at time zone 'UTC' - interval '32 days', 'YYYYMMDD')
  loop
    execute format('create index %I on %I (target_key, due) where category <> 0', part || '_exceptional', part);
    execute format('alter index result_exceptional attach partition %I', part || '_exceptional');
  end loop;
end $$;
`
