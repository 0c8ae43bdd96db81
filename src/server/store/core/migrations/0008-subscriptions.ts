/** Mail that people subscribe to, who no longer wants it, and which addresses nothing reaches. */
export const subscriptions = `
-- letter, where it was written before it is sent: sealed, as before. headers: beside the usual ones.
alter table mail add column subject text, add column headers jsonb;

-- kind: daily, weekly or monthly of a project, or a group of mail that is about all projects of an account (project_key is null).
-- next_due: when its next letter is to be written, by time_zone, the account's when that was worked out.
create table subscription (
  key bigint generated always as identity primary key, account_id text not null references account on delete cascade,
  project_key int references project (key) on delete cascade, kind text not null, created bigint not null,
  next_due bigint not null, time_zone text not null
);
create unique index subscription_of on subscription (account_id, kind, project_key) nulls not distinct;
create index subscription_due on subscription (next_due);
create index subscription_project on subscription (project_key);

-- Addresses that no longer want the mail of a webhook, by their own click.
create table mail_unsubscribed (
  webhook_id text not null, address text not null, time bigint not null, primary key (webhook_id, address)
);

-- Addresses that a mail server refused for good, until mail arrives there again.
create table mail_undeliverable (address text primary key, reason text not null, since bigint not null);

-- How many alerts a project had within a time.
create index delivery_project_created on delivery (project_key, created);
`
