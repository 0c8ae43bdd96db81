/**
 * Attempts after the first. A job of one is of the run it repeats, by its due time, and begins at `not_before`. `ignored` has a bit
 * for each thing that a failed attempt is left out of: 1 statistics, 2 alerts.
 */
export const retries = `
alter table job add column not_before bigint;
drop index job_due;
create index job_due on job (location_key, (coalesce(not_before, due)));
alter table result add column ignored smallint not null default 0;
`
