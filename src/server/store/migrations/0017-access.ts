/**
 * An API key knows the key that made it, and ends with it. The audit log tells the makers of older keys; a key whose maker was revoked
 * before this migration keeps working, since programs may have moved over to it.
 */
export const access = `
alter table api_key add column created_by_key text references api_key (id) on delete cascade;
create index api_key_created_by_key on api_key (created_by_key) where created_by_key is not null;

update api_key made set created_by_key = maker.id from audit entry, api_key maker
where entry.action = 'key.create' and entry.actor ->> 'kind' = 'api_key'
  and made.id = entry.resource ->> 'id' and maker.id = entry.actor ->> 'id' and maker.id <> made.id;
-- The first key of a project that a key created: made at the same instant.
update api_key made set created_by_key = maker.id from audit entry, api_key maker, project
where entry.action = 'project.create' and entry.actor ->> 'kind' = 'api_key' and maker.id = entry.actor ->> 'id'
  and project.id = entry.resource ->> 'id' and made.project_key = project.key and made.created = entry.time
  and made.name = 'First key' and maker.id <> made.id;

with recursive chain (id, expires) as (
  select id, expires from api_key where created_by_key is null
  union all
  select made.id, least(made.expires, maker.expires) from api_key made join chain maker on made.created_by_key = maker.id
)
update api_key set expires = chain.expires from chain where chain.id = api_key.id and api_key.expires is distinct from chain.expires;
`
