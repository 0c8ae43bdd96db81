/** Deleted monitors, which can be restored for some time under the same key: their results and rollups refer to it. */
export const deletedMonitors = `
create table deleted_monitor (
  seq int generated always as identity primary key, key int not null unique, id text not null unique,
  project_key int not null references project (key) on delete cascade, name text not null, doc jsonb not null, owner text not null,
  created bigint not null, last_update bigint not null, deleted bigint not null, schedule_keys int[] not null
);
create index deleted_monitor_project on deleted_monitor (project_key, seq);
create index deleted_monitor_time on deleted_monitor (deleted);
`
