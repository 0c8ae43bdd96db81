/**
 * Response bodies that are longer than the part in their result detail, in pieces. `total`, `is_text` and `truncated` are set in the last
 * piece: without it the body is not complete.
 */
export const resultBodies = `
create table result_body (
  target_key int not null, location_key smallint not null, source int not null, attempt smallint not null, due bigint not null,
  piece int not null, bytes bytea not null, total bigint, is_text boolean, truncated boolean,
  primary key (target_key, due, location_key, source, attempt, piece)
) partition by range (due);
do $$
declare day record;
begin
  for day in
    select replace(c.relname, 'result_detail_', '') as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'result_detail'::regclass
  loop
    execute format('create table result_body_%s partition of result_body %s', day.name, day.bounds);
  end loop;
end $$;
`
