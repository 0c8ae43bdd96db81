/**
 * organization_downtime: downtimes of organizations. doc: times, and the projects that each covers (none: all of the organization).
 * organization_downtime_project: the projects that each covers now, and until when its windows are written down for them.
 *
 * schedule_hours: schedules with business hours, and until when the times outside of them are written down.
 *
 * downtime_window.origin: where a window comes from. downtime_key is a key of a `project` downtime, of an `organization` downtime, or of
 * the schedule whose business `hours` it lies outside of.
 */
export const organizationDowntimes = `
create table organization_downtime (
  key int generated always as identity primary key, id text not null unique,
  org_id text not null references organization (id) on delete cascade,
  name text not null, doc jsonb not null, created bigint not null, last_update bigint not null
);
create index organization_downtime_org on organization_downtime (org_id);

create table organization_downtime_project (
  key int not null references organization_downtime (key) on delete cascade,
  project_key int not null references project (key) on delete cascade,
  schedule_key int, until bigint not null, primary key (key, project_key), check (schedule_key is null)
);
create index organization_downtime_until on organization_downtime_project (until);
create index organization_downtime_of_project on organization_downtime_project (project_key);

create table schedule_hours (
  key int primary key references object (key) on delete cascade, project_key int not null,
  schedule_key int not null references object (key) on delete cascade, until bigint not null
);
create index schedule_hours_until on schedule_hours (until);

alter table downtime_window add column origin text not null default 'project'
  check (origin in ('project', 'organization', 'hours'));
alter table downtime_window drop constraint downtime_window_pkey;
alter table downtime_window add primary key (origin, downtime_key, project_key, begins);
`
