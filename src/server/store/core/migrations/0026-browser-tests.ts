/**
 * job.needs: the capability that an agent must have to get the job; null: none. object_browser finds browser tests, whose document has
 * the field setup. result_picture: pictures of browser tests, number 0 the page at the end, others those of their step; kept as long as
 * stored bodies.
 */
export const browserTests = `
alter table job add column needs text;
create index object_browser on object (key) where doc ? 'setup';
create table result_picture (
  target_key int not null, location_key smallint not null, source int not null, attempt smallint not null, due bigint not null,
  number smallint not null, media_type text not null, bytes bytea not null,
  primary key (target_key, due, location_key, source, attempt, number)
) partition by range (due);
do $$
declare day record;
begin
  for day in
    select replace(c.relname, 'result_detail_', '') as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'result_detail'::regclass
  loop
    execute format('create table result_picture_%s partition of result_picture %s', day.name, day.bounds);
  end loop;
end $$;
`
