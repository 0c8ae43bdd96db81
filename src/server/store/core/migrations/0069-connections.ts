/**
 * oauth_client: applications that registered themselves; anybody may, so a row without a connection is deleted after a day.
 * connection: what a person allowed an application. `project_key`: the only project; null for all of the person's. `writes`: it may change things.
 * `established`: when its code was redeemed; null before. The sign-in in which it was approved counts for the rules of organizations.
 * connection_token: codes, access and refresh tokens by their hashes. `used`: when a code or a refresh token was redeemed: it works once.
 */
export const connections = `
create table oauth_client (
  id text primary key, name text not null, redirect_uris text[] not null, website text, created bigint not null
);
create index oauth_client_created on oauth_client (created);
create table connection (
  id text primary key, account_id text not null references account (id) on delete cascade,
  client_id text not null references oauth_client (id) on delete cascade,
  project_key int references project (key) on delete cascade, writes boolean not null, created bigint not null, expires bigint not null,
  established bigint, last_used bigint, signed_in bigint, of_tenant boolean not null, proved_factor boolean not null
);
create index connection_account on connection (account_id);
create index connection_client on connection (client_id);
create table connection_token (
  hash bytea primary key, connection_id text not null references connection (id) on delete cascade,
  kind text not null check (kind in ('code', 'access', 'refresh')), created bigint not null, expires bigint not null, used bigint,
  challenge text, redirect_uri text
);
create index connection_token_connection on connection_token (connection_id);
`
