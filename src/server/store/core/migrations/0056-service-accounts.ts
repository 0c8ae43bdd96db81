/**
 * account.service_org_id: the organization of a service account: an account of programs, without an address or a sign-in.
 * service_key: its keys. `made_by`: the account that created the key. `replaced`: when a rotation replaced it; it expires soon after.
 * api_key.created_by: deleting an account leaves its keys, which are refused.
 */
export const serviceAccounts = `
alter table account add column service_org_id text references organization (id) on delete cascade;
create index account_service_org on account (service_org_id) where service_org_id is not null;

create table service_key (
  id text primary key, account_id text not null references account (id) on delete cascade, prefix text not null,
  hash bytea not null unique, created bigint not null, made_by text references account (id) on delete set null,
  last_used bigint, expires bigint, replaced bigint
);
create index service_key_account on service_key (account_id);

alter table api_key drop constraint api_key_created_by_fkey,
  add constraint api_key_created_by_fkey foreign key (created_by) references account (id) on delete set null;
create index api_key_created_by on api_key (created_by) where created_by is not null;
`
