/**
 * key_service: the service that wraps the data keys of an organization, as its ADMIN entered it. token: encrypted with the installation's
 * key. checked, problem: when it was last asked, and why it failed then.
 * organization_key: data keys, wrapped by the key service; the newest encrypts, older ones still open.
 */
export const keyServices = `
create table key_service (
  org_id text primary key references organization (id) on delete cascade,
  url text not null, namespace text, mount text not null, key_name text not null, token jsonb not null,
  checked bigint, problem text, created bigint not null, last_update bigint not null
);
create table organization_key (
  id text primary key, org_id text not null references organization (id) on delete cascade, wrapped text not null, created bigint not null
);
create index organization_key_org on organization_key (org_id, created);
`
