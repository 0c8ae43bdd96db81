/**
 * Where no data comes. `slot.since`: since when results are expected of it; of slots from before, since now.
 *
 * silence: each monitor and location without a result for two periods, kept by the watch over silence alone. since: when the last
 * result ended, or since when results are expected. counted_from: the same, but never before the servers came back from a time in
 * which none of them ran; alerts count their periods from there.
 *
 * absence: each location that is away, for each project that is told of it. since: when one of its agents last asked for work.
 *
 * alert_state.location_key: 0 of the alert about results; else of the one about no data from that location.
 */
export const silence = `
alter table slot add column since bigint not null default 0;
update slot set since = (extract(epoch from clock_timestamp()) * 1000)::bigint;
create index slot_location on slot (location_key, project_key);

create table silence (
  target_key int not null references object (key) on delete cascade, location_key smallint not null references location (key),
  project_key int not null, since bigint not null, counted_from bigint not null, noticed bigint not null,
  frequency bigint not null, timeout bigint not null, primary key (target_key, location_key)
);
create index silence_project on silence (project_key, since);

create table absence (
  location_key smallint not null references location (key), project_key int not null references project (key) on delete cascade,
  since bigint not null, told bigint not null, primary key (location_key, project_key)
);

alter table alert_state add column location_key smallint not null default 0;
alter table alert_state drop constraint alert_state_pkey;
alter table alert_state add primary key (webhook_key, target_key, location_key);
create index alert_state_silence on alert_state (webhook_key) where location_key <> 0;
create index object_no_data on object (project_key) where kind = 'webhook' and doc -> 'alerts' ? 'NO_DATA';

alter table notification add column location_key smallint not null default 0;
drop index notification_open;
create unique index notification_open on notification (webhook_key, target_key, kind, location_key, project_key) where open;
`
