/**
 * The audit log becomes append-only and hash-chained: one chain for each project, and chain 0 for what belongs to none. Each entry
 * has its number in the chain, and the keyed hash of the entry before it and of its own content; the key is not in the store.
 *
 * `audit_chain` is where each chain ends: its newest entry, and the newest of those that retention has dropped (where the rest is
 * hung up). `seal` signs the row; `chains` counts, on the row of chain 0, all others that were ever begun.
 *
 * The triggers let an entry be changed once, to get its number (those from before the chain), and be removed only by retention, which
 * says so in `sonde.audit_upkeep`, and only when it is older than 13 months (397 days) by the database's own clock.
 */
export const auditChain = `
alter table audit
  add column chain int not null generated always as (coalesce(project_key, 0)) stored,
  add column number bigint,
  add column hash bytea;
-- Not valid: entries from before get theirs when the server starts, since the key is there alone.
alter table audit add constraint audit_chained check (number is not null and hash is not null) not valid;

create table audit_chain (
  chain int primary key, number bigint not null, hash bytea not null, dropped bigint not null, dropped_hash bytea not null,
  begun bigint not null, chains int not null, seal bytea not null
) with (fillfactor = 50);

drop index audit_project;
create unique index audit_number on audit (chain, number);
create index audit_unchained on audit (key) where number is null;
create index audit_time on audit (chain, time desc, key desc);
create index audit_resource on audit (chain, (resource ->> 'id'), time desc, key desc);
create index audit_resource_type on audit (chain, (resource ->> 'type'), time desc, key desc);
create index audit_actor on audit (chain, (actor ->> 'id'), time desc, key desc);
create index audit_action on audit (chain, action collate "C", time desc, key desc);
create index audit_organization on audit (org_id, time desc, key desc) where org_id is not null;

create function audit_is_append_only() returns trigger language plpgsql as $$
declare
  upkeep text := current_setting('sonde.audit_upkeep', true);
  oldest_kept bigint := (extract(epoch from now() - interval '397 days') * 1000)::bigint;
begin
  if tg_op = 'UPDATE' and upkeep = 'chain' and old.number is null then return new; end if;
  if tg_op = 'DELETE' and upkeep = 'retention' and old.time < oldest_kept then return old; end if;
  raise exception 'The audit log is append-only: no % of an entry.', lower(tg_op);
end $$;
create trigger audit_append_only before update or delete on audit for each row execute function audit_is_append_only();

create function audit_keeps_its_rows() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: no % of %.', lower(tg_op), tg_table_name;
end $$;
create trigger audit_no_truncate before truncate on audit for each statement execute function audit_keeps_its_rows();
create trigger audit_chain_stays before delete or truncate on audit_chain for each statement execute function audit_keeps_its_rows();
`
