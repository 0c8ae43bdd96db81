/**
 * Jobs and slots are found project by project, so that what one project has due costs the others nothing. `overlapped` counts runs that
 * were not made because the run before was still under way. A suspect is a monitor whose run was with several agents that died: its
 * runs are handed out one at a time until one of them reports.
 */
export const fairDispatch = `
alter table slot add column overlapped int not null default 0;
drop index slot_due;
create index slot_due on slot (project_key, next_due);
drop index job_due;
create index job_due on job (location_key, project_key, (coalesce(not_before, due)));
create table suspect_target (
  target_key int primary key references object (key) on delete cascade, since bigint not null
);
`
