/**
 * downtime: which schedule each downtime is of (null: all of its project), and until when its windows are written down. It goes with
 * its schedule, and takes its object along.
 *
 * downtime_window: the windows of downtimes as instants, written down two days ahead so that the scheduler can join them. They are of
 * no object: a window that held stays as it was when its downtime is changed or deleted. schedule_key: null for all of the project.
 */
export const downtimes = `
create table downtime (
  key int primary key references object (key) on delete cascade, project_key int not null,
  schedule_key int references object (key) on delete cascade, until bigint not null
);
create index downtime_schedule on downtime (schedule_key) where schedule_key is not null;
create index downtime_until on downtime (until);

create function delete_downtime_object() returns trigger language plpgsql as $$
begin
  delete from object where key = old.key;
  return null;
end $$;
create trigger downtime_object after delete on downtime for each row execute function delete_downtime_object();

create table downtime_window (
  downtime_key int not null, begins bigint not null, ends bigint not null,
  project_key int not null references project (key) on delete cascade,
  schedule_key int references object (key) on delete cascade, primary key (downtime_key, begins)
);
create index downtime_window_project on downtime_window (project_key, ends);
create index downtime_window_schedule on downtime_window (schedule_key, ends) where schedule_key is not null;
create index downtime_window_all on downtime_window (project_key, ends) where schedule_key is null;
`
