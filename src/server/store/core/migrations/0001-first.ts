/**
 * The first schema. Instants are milliseconds since the epoch (`bigint`): exact, without zones, and cheap to partition by.
 * `key` columns are small internal numbers for the tables with many rows; the wire knows only `id`.
 */
export const first = `
create table installation (name text primary key, value jsonb not null);

create table account (
  id text primary key, email text not null, name text not null, password_hash text not null,
  site_permission text, created bigint not null, last_update bigint not null
);
create unique index account_email on account (lower(email));

create table organization (
  id text primary key, name text not null, doc jsonb not null default '{}', created bigint not null, last_update bigint not null
);
create table organization_member (
  org_id text not null references organization on delete cascade, account_id text not null references account on delete cascade,
  role_id text not null, primary key (org_id, account_id, role_id)
);

create table project (
  key int generated always as identity unique, id text primary key, org_id text references organization,
  name text not null, doc jsonb not null default '{}', created bigint not null, last_update bigint not null
);
create table project_access (
  id text primary key, project_key int not null references project (key) on delete cascade,
  account_id text not null references account on delete cascade, access_level text not null,
  created bigint not null, last_update bigint not null, unique (project_key, account_id)
);
create index project_access_account on project_access (account_id);

create table api_key (
  id text primary key, project_key int not null references project (key) on delete cascade, name text not null,
  prefix text not null, hash bytea not null unique,
  access_level text not null check (access_level in ('OWNER', 'EDITOR', 'MANAGER', 'ANALYST', 'VIEWER')),
  created bigint not null, created_by text references account, last_used bigint, expires bigint
);

create table location (
  key smallint generated always as identity unique, id text primary key, doc jsonb not null,
  created bigint not null, last_update bigint not null
);
create table agent (
  id text primary key, location_key smallint not null references location (key), key_hash bytea not null unique,
  version text not null, owner text, remote_addr text, created bigint not null, last_seen bigint not null
);
create index agent_location on agent (location_key, last_seen);

create table object (
  key int generated always as identity unique, id text primary key, project_key int not null references project (key) on delete cascade,
  kind text not null, name text not null, doc jsonb not null, owner text not null, created bigint not null, last_update bigint not null
);
create index object_list on object (project_key, kind, key desc);

create table schedule_target (
  schedule_key int not null references object (key) on delete cascade, target_key int not null references object (key) on delete cascade,
  primary key (schedule_key, target_key)
);
create index schedule_target_target on schedule_target (target_key);

-- What is due when: one row for each schedule x target x location. anchor = start + offset; due times are anchor + k * frequency.
create table slot (
  schedule_key int not null references object (key) on delete cascade, target_key int not null references object (key) on delete cascade,
  location_key smallint not null references location (key), project_key int not null,
  frequency bigint not null, anchor bigint not null, next_due bigint not null, missed int not null default 0,
  primary key (schedule_key, target_key, location_key)
);
create index slot_due on slot (next_due);
create index slot_target on slot (target_key);

-- Runs that are due and not yet reported. No secrets: those are resolved when a job is leased.
create table job (
  target_key int not null, due bigint not null, location_key smallint not null, source int not null, attempt smallint not null,
  project_key int not null, trigger smallint not null, expires bigint not null, context jsonb,
  lease_until bigint, agent_id text, leases smallint not null default 0,
  primary key (target_key, due, location_key, source, attempt)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
create index job_due on job (location_key, due);

create table result (
  project_key int not null, target_key int not null, location_key smallint not null, source int not null, attempt smallint not null,
  trigger smallint not null, category smallint not null, reason smallint not null, http_code smallint, exception smallint not null,
  due bigint not null, started bigint not null,
  dns real not null, tcp real not null, handshake real not null, upload real not null, processing real not null,
  download real not null, redirect real not null, total real not null,
  request_size int not null, response_size int not null, dest_ip inet,
  primary key (target_key, due, location_key, source, attempt)
) partition by range (due);
create index result_project on result (project_key, due);

create table result_detail (
  target_key int not null, location_key smallint not null, source int not null, attempt smallint not null, due bigint not null,
  body bytea not null,
  primary key (target_key, due, location_key, source, attempt)
) partition by range (due);
alter table result_detail alter column body set storage external;

-- location_key 0 = all locations. kind: 1 hour, 2 day, 3 week, 4 month. sketch: DDSketch of the milliseconds of PASS and SLOW.
create table rollup (
  kind smallint not null, project_key int not null, target_key int not null, location_key smallint not null, start bigint not null,
  pass int not null, slow int not null, warning int not null, fail int not null, skipped int not null, unavailable int not null,
  sum_ms double precision not null, min_ms real, max_ms real, sketch bytea not null,
  primary key (target_key, kind, location_key, start)
) with (fillfactor = 80);
create index rollup_project on rollup (project_key, kind, start);
-- Hours whose longer periods are not yet derived from them.
create table rollup_stale (target_key int not null, hour bigint not null, primary key (target_key, hour));
create index rollup_stale_hour on rollup_stale (hour);

create table alert_state (
  webhook_key int not null references object (key) on delete cascade, target_key int not null references object (key) on delete cascade,
  version smallint not null, state jsonb not null, last_update bigint not null, primary key (webhook_key, target_key)
);
-- Results that wait, for a moment, for an earlier one that is still being made.
create table alert_waiting (
  target_key int not null, due bigint not null, location_key smallint not null, source int not null, attempt smallint not null,
  until bigint not null, primary key (target_key, due, location_key, source, attempt)
);
create index alert_waiting_until on alert_waiting (until);

create table delivery (
  key bigint generated always as identity primary key, message_id text not null unique, project_key int not null,
  webhook_key int not null references object (key) on delete cascade, target_key int not null, kind text not null, payload jsonb not null,
  created bigint not null, next_try bigint, claimed_until bigint, tries int not null default 0, last_try bigint, http_code smallint, error text,
  state smallint not null default 0
) with (fillfactor = 80);
create index delivery_due on delivery (next_try) where state = 0;
create index delivery_webhook on delivery (webhook_key, key desc);

create table audit (
  key bigint generated always as identity primary key, id text not null unique, time bigint not null, project_key int, org_id text,
  actor jsonb not null, ip text, user_agent text, resource jsonb not null, action text not null, changes jsonb not null, request_id text not null
);
create index audit_project on audit (project_key, key desc);

create table idempotency (
  scope text not null, key text not null, request_hash bytea not null, status smallint, answer jsonb, created bigint not null,
  primary key (scope, key)
);
create index idempotency_created on idempotency (created);
`
