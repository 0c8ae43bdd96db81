/**
 * integration: connections of organizations to accounts at providers. `tokens` is encrypted; `expires` is when the access token expires,
 * `refreshes` whether there is a refresh token. `error`: why the last call to the provider failed.
 *
 * integration_flow: authorizations that were begun, each by the hash of its id, the account and session that may finish it, and the
 * integration that is connected again (null: a new one).
 */
export const integrations = `
create table integration (
  key int generated always as identity primary key, id text not null unique,
  org_id text not null references organization (id) on delete cascade,
  provider text not null, name text not null, status text not null check (status in ('connected', 'error', 'expired')),
  account text, domain text not null, scopes jsonb not null, settings jsonb not null, tokens jsonb not null,
  expires bigint, refreshes boolean not null, created bigint not null,
  created_by text references account (id) on delete set null,
  last_update bigint not null, last_used bigint, error text
);
create index integration_org on integration (org_id);
create index integration_created_by on integration (created_by);

create table integration_flow (
  flow_hash bytea primary key, org_id text not null references organization (id) on delete cascade,
  account_id text not null references account (id) on delete cascade, session text, provider text not null, domain text not null,
  name text not null, integration_id text references integration (id) on delete cascade, expires bigint not null
);
create index integration_flow_org on integration_flow (org_id);
create index integration_flow_account on integration_flow (account_id);
create index integration_flow_integration on integration_flow (integration_id);
create index integration_flow_expires on integration_flow (expires);
`
