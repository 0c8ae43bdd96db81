/**
 * scope: the monitors that the objectives of a project are about, together. `name` is made of their keys and of the summed durations, so that
 * it changes with them; hours before `upto` have been queued.
 *
 * scope_rollup: sums of an hour of all these monitors, as in `rollup`; of another `name` than the scope's, they are void. scope_due: hours
 * that are to be summed up, or again: until then their sums are void.
 */
export const scopes = `
create table scope (project_key int not null primary key, name text not null, upto bigint not null);
create table scope_rollup (
  project_key int not null, start bigint not null, name text not null, pass int not null, slow int not null, warning int not null,
  fail int not null, skipped int not null, unavailable int not null, answered int not null, sum_ms double precision not null,
  min_ms real, max_ms real, sketch bytea not null, phases bytea, primary key (project_key, start)
);
create table scope_due (project_key int not null, start bigint not null, primary key (project_key, start));
`
