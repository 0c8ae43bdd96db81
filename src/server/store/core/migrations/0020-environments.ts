/**
 * environment: named sets of variables. version: changes with every change of its variables, deletions too; servers cache the variables
 * by it. The row is locked before the variables are written.
 *
 * variable: value is the encrypted text (base64) if the variable is secret. as_of: when the value was current: the time of a person's
 * change, or the start of the run that set it, so that a late report of an older run changes nothing.
 *
 * result.url: the URL that was called, without secrets; null if it is the monitor's own.
 */
export const environments = `
create table environment (
  key int generated always as identity primary key,
  project_key int not null references project (key) on delete cascade, name text not null,
  version bigint not null default 1, created bigint not null, unique (project_key, name)
);

create table variable (
  key int generated always as identity primary key, id text not null unique,
  environment_key int not null references environment (key) on delete cascade,
  name text not null, value text not null, secret boolean not null, origins text[] not null, as_of bigint not null,
  updated bigint not null, updated_by text, unique (environment_key, name)
);

alter table result add column url text;
`
