/**
 * What people set for themselves: how they are called and how the app is to look follows the account, not the browser. `sign_in`
 * has a row for each sign-in of the embedded provider, by its grant: where from, and when it was last used.
 * `project.removed`: since when it is gone for everybody; its rows follow in the background.
 */
export const settings = `
alter table account
  add column nickname text, add column picture text, add column preferences jsonb not null default '{}',
  add column default_project_key int references project (key) on delete set null;

create table sign_in (
  grant_id text primary key, account_id text not null references account on delete cascade, client text not null,
  session text, ip text, user_agent text, started bigint not null, last_used bigint not null
);
create index sign_in_account on sign_in (account_id);

alter table project add column removed bigint;
create index project_removed on project (removed) where removed is not null;
create index api_key_project on api_key (project_key);
`
