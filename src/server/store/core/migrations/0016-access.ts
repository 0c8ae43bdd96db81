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

-- A project makes no runs while no owner of it has confirmed an address.
alter table project add column held boolean not null default false;
update project set held = true where org_id is null and removed is null
  and exists (select from project_access x where x.project_key = project.key and x.access_level = 'OWNER')
  and not exists (select from project_access x join account a on a.id = x.account_id where x.project_key = project.key
    and x.access_level = 'OWNER' and (a.email_verified is not null or a.password_hash is null));
create index project_held on project (key) where held;

-- Addresses that are no member's and get alerts of a project by mail: asked when the last letter with the link was sent; confirmed when
-- it was opened. Those that stood in alerts before are taken as confirmed, but for projects that may not write to anybody yet.
create table alert_recipient (
  project_key int not null references project (key) on delete cascade, address text not null, asked bigint, confirmed bigint,
  primary key (project_key, address)
);
insert into alert_recipient (project_key, address, confirmed)
select distinct object.project_key, lower(address), (extract(epoch from now()) * 1000)::bigint
from object join project on project.key = object.project_key and not project.held
  cross join lateral regexp_split_to_table(object.doc -> 'parameters' ->> 'email_address', '[\\s,;]+') as address
where object.kind = 'webhook' and address like '%@%';
`
