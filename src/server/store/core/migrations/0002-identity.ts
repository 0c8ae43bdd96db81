/**
 * People sign in. Whatever a token would open is kept under the SHA-256 of its id, with its payload sealed, so that a stolen
 * store or backup signs nobody in.
 */
export const identity = `
-- Accounts of a tenant have no password here, and may share an address: they are told apart by issuer and subject.
alter table account alter column password_hash drop not null;
drop index account_email;
create unique index account_email on account (lower(email)) where password_hash is not null;
alter table account
  add column email_verified bigint, add column blocked bigint, add column last_login bigint,
  add column current_project_key int references project (key) on delete set null, add column current_project_noted bigint,
  add column new_project_key int references project (key) on delete set null;
update account set email_verified = created;

create table account_identity (
  issuer text not null, subject text not null, account_id text not null references account on delete cascade, created bigint not null,
  primary key (issuer, subject)
);
create index account_identity_account on account_identity (account_id);

-- Links that were sent by mail: good once, and not for long.
create table account_token (
  hash bytea primary key, account_id text not null references account on delete cascade, kind text not null,
  created bigint not null, expires bigint not null
);
create index account_token_account on account_token (account_id);

create index organization_member_account on organization_member (account_id);
create index project_org on project (org_id);

-- All that the identity provider remembers: sessions, grants, codes, refresh tokens, sign-ins under way.
create table oidc_store (
  model text not null, id text not null, payload jsonb not null, account_id text, grant_id text, uid text, user_code text,
  consumed bigint, expires bigint not null, primary key (model, id)
);
create index oidc_store_account on oidc_store (account_id) where account_id is not null;
create index oidc_store_grant on oidc_store (grant_id) where grant_id is not null;
create unique index oidc_store_uid on oidc_store (model, uid) where uid is not null;
create unique index oidc_store_user_code on oidc_store (user_code) where user_code is not null;
create index oidc_store_expires on oidc_store (expires);

-- Tries that may be guesses, counted by what they were made at and whence. key: SHA-256, so that it names nobody.
create table throttle (key bytea primary key, tries int not null, last bigint not null, until bigint not null);
create index throttle_last on throttle (last);

-- Mail to be sent. letter: sealed, since it may hold a link that opens an account; null before it was written, and once it was sent.
create table mail (
  key bigint generated always as identity primary key, id text not null unique, kind text not null, recipient text not null,
  letter jsonb, created bigint not null, next_try bigint, claimed_until bigint, tries int not null default 0, last_try bigint,
  error text, state smallint not null default 0
);
create index mail_due on mail (next_try) where state = 0;
create index mail_recipient on mail (recipient, kind, created);
`
