/**
 * agent: capabilities and concurrency as its program announced them; state: its latest heartbeat; rotation_asked: a person wants its key
 * replaced; next_key_hash: the key that it has been given and has not used yet (both are valid until then); revoked: its key is refused.
 * location: edits: the fields of the place that a person has set, which an agent that joins does not overwrite. bound_org,
 * bound_projects: the only organization or projects (by key) whose monitors run there; both null: all.
 * join_token: tokens beside the installation's own, with the same binding. Locations that agents join with one get its binding.
 */
export const agents = `
alter table agent
  add column capabilities text[] not null default '{}', add column concurrency int, add column state jsonb,
  add column rotation_asked bigint, add column next_key_hash bytea unique, add column key_changed bigint,
  add column join_token_id text, add column revoked bigint;
alter table location
  add column edits jsonb not null default '{}', add column bound_org text, add column bound_projects int[];
create table join_token (
  id text primary key, name text not null, prefix text not null, hash bytea not null unique,
  bound_org text, bound_projects int[],
  created bigint not null, created_by text, expires bigint, last_used bigint
);
`
