/**
 * identity_provider: OpenID providers that sign people in behind the embedded one. `client_secret`: encrypted; null for a public client.
 * `admits`: new people get an account; `domains`: only with a verified address of one of these, where it names any.
 * federated_state: a sign-in or a link that is under way at a provider. `hash`: SHA-256 of the state; `secret`: encrypted nonce and PKCE
 * verifier; `interaction`: the pending sign-in; `account_id` and `grant_id`: the account that links, and its session.
 * account_identity.provider_id: null for subjects of a tenant, and of a provider that was deleted; one with the same issuer takes them over.
 * `email`: the address at the provider, for its owner to recognize.
 * account.federated: a provider signs it in, and its address may be unconfirmed although it has no password here.
 * account.deleted: a tombstone without personal data; it is blocked too, so that nothing accepts it.
 * account_token.email: the new address, for tokens that change it.
 */
export const federation = `
create table identity_provider (
  id text primary key, name text not null, issuer text not null, client_id text not null, client_secret jsonb,
  scopes text[] not null, button text not null, admits boolean not null, domains text[] not null, enabled boolean not null,
  created bigint not null, last_update bigint not null
);

create table federated_state (
  hash bytea primary key, provider_id text not null references identity_provider on delete cascade, secret jsonb not null,
  interaction text, account_id text references account on delete cascade, grant_id text, created bigint not null, expires bigint not null
);
create index federated_state_expires on federated_state (expires);

alter table account_identity
  add column provider_id text references identity_provider on delete set null, add column id text, add column email text,
  add column last_used bigint;
update account_identity set id = md5(issuer || ' ' || subject);
alter table account_identity alter column id set not null;
create unique index account_identity_id on account_identity (id);
create index account_identity_provider on account_identity (provider_id) where provider_id is not null;

alter table account
  add column federated boolean not null default false, add column deleted bigint,
  add column last_ip text, add column logins_count int not null default 0;
drop index account_email;
create unique index account_email on account (lower(email)) where password_hash is not null or federated;

alter table account_token add column email text;
`
