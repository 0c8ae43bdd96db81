/**
 * account.password_changed: null while the password is the first one.
 * account_factor: second factors and recovery codes of an account. `secret`: of an authenticator app, encrypted. `last_step`: the time step
 * of the last accepted code. `credential_id`, `public_key`, `counter`, `transports`, `synced`: of a passkey. `code_hash`: of a recovery code;
 * a used one is deleted.
 * factor_challenge: what a person has to answer next, as its hash: a sign-in that waits for its second step, a challenge for a passkey, a
 * secret to be confirmed. Each works once, for a short time.
 */
export const factors = `
alter table account add column password_changed bigint;

create table account_factor (
  id text primary key, account_id text not null references account (id) on delete cascade,
  kind text not null check (kind in ('totp', 'passkey', 'recovery')), name text not null default '',
  secret jsonb, last_step bigint,
  credential_id text unique, public_key bytea, counter bigint, transports jsonb not null default '[]', synced boolean not null default false,
  code_hash bytea unique, created bigint not null, last_used bigint
);
create index account_factor_account on account_factor (account_id);

create table factor_challenge (
  id bytea primary key, kind text not null, account_id text references account (id) on delete cascade,
  payload jsonb not null, expires bigint not null
);
create index factor_challenge_account on factor_challenge (account_id);
create index factor_challenge_expires on factor_challenge (expires);
`
