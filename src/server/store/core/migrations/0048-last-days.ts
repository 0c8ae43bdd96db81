/**
 * last_day: counts of a monitor's results from `from` up to `to`, an hour that was the current one when they were summed up. `from` is 23
 * hours before `to`, and 22 for the hour after, so that one of them holds at any time. last_category: of its newest result; null if it
 * never ran. Valid unless an hour in between is marked as changed.
 *
 * The ranking's index has the scores, so that the score of a project is read without the reports.
 */
export const lastDays = `
create table last_day (
  target_key int not null references object (key) on delete cascade, "from" bigint not null, "to" bigint not null, project_key int not null,
  pass int not null, slow int not null, warning int not null, fail int not null, answered int not null, sum_ms double precision not null,
  last_category smallint, primary key (target_key, "from")
);
create index last_day_project on last_day (project_key, "from");
create index object_internal on object (project_key, kind) where doc #>> '{meta,workspace}' = '_meta';
drop index score_report_project;
create index score_report_project on score_report (project_key, kind, start) include (score, count);
`
