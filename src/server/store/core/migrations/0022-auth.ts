/**
 * token_refresh: when a token is refreshed, how often the refresh failed, and until when a server has claimed it. It goes with its token.
 *
 * auth_flow: authorizations that were started and are not finished. doc is encrypted: verifier, device code, and what is asked for.
 * state_hash: of the state in the authorization's address, or of a device flow's id. session: of the browser that may finish it.
 */
export const auth = `
create table token_refresh (
  token_key int primary key references object (key) on delete cascade, due bigint not null,
  failed smallint not null default 0, claimed_until bigint not null default 0
);
create index token_refresh_due on token_refresh (due);

create table auth_flow (
  state_hash bytea primary key, project_key int not null references project (key) on delete cascade,
  owner text not null, session text, expires bigint not null, next_poll bigint not null default 0, doc text not null
);
create index auth_flow_expires on auth_flow (expires);

create index object_token_setting on object (project_key, (doc ->> 'auth_id')) where kind = 'token';
create index object_monitor_auth on object (project_key, (doc #>> '{request,auth_id}')) where kind = 'monitor'
  and doc #>> '{request,auth_id}' is not null;
create index object_monitor_token on object (project_key, (doc #>> '{request,token_id}')) where kind = 'monitor'
  and doc #>> '{request,token_id}' is not null;
`
