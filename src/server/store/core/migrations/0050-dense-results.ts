/**
 * result: the columns of its partitions stand in the order of their alignment, so that no bytes are lost between them, and the unique
 * index of a run in an order whose entries take 24 bytes instead of 32. Partitions with results keep their order and their index (the
 * new one is made for later partitions alone, `on only`); they are attached to a table with the new order, which reads them once to check
 * their bounds. Empty ones are made anew.
 * destination: the IP addresses that counted results of a day went to. Of older hours it knows nothing yet: they are marked (rollup_stale.kind
 * −1, as hours without sizes are), so that they are summed up again from their results.
 */
export const denseResults = `
create table destination (
  target_key int not null, day bigint not null, address inet not null, primary key (target_key, day, address)
);
insert into rollup_stale (target_key, hour, kind)
  select distinct target_key, start, -1 from rollup where kind = 1 and location_key > 0 on conflict do nothing;
do $$
declare
  columns text;
  part record;
  attached text[] := '{}';
  indexes text[];
  filled boolean;
begin
  select string_agg(format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' else '' end, coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')), ', '
      order by case when a.attlen > 0 then -a.attlen else 0 end, a.attnum)
    into columns
    from pg_attribute a left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
    where a.attrelid = 'result'::regclass and a.attnum > 0 and not a.attisdropped;
  select array_agg(replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '))
    into indexes from pg_index where indrelid = 'result'::regclass and not indisprimary;
  execute format('create table result_dense (%s) partition by range (due)', columns);
  for part in
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'result'::regclass
  loop
    execute format('alter table result detach partition %I', part.name);
    execute format('select exists (select from %I)', part.name) into filled;
    if filled then attached := attached || format('alter table result attach partition %I %s', part.name, part.bounds);
    else execute format('drop table %I', part.name);
    end if;
  end loop;
  drop table result;
  alter table result_dense rename to result;
  for i in 1 .. coalesce(array_length(indexes, 1), 0) loop execute indexes[i]; end loop;
  for i in 1 .. coalesce(array_length(attached, 1), 0) loop execute attached[i]; end loop;
  create unique index result_run on only result (target_key, due, source, location_key, attempt);
end $$;
`
