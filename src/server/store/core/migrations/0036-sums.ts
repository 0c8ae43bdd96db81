/**
 * rollup.phases: sums and sketches of the six phases; null: not summed up. rollup_stale.kind: what is not valid: 1 an hour with results
 * that are not summed up, 2 to 4 a day, week or month whose parts have changed, 0 an hour without phases. All older hours are
 * of the last kind, until they are summed up again from their results.
 */
export const sums = `
alter table rollup add column phases bytea;
alter table rollup_stale add column kind smallint not null default 1;
alter table rollup_stale drop constraint rollup_stale_pkey;
alter table rollup_stale add primary key (target_key, hour, kind);
drop index rollup_stale_hour;
create index rollup_stale_hour on rollup_stale (kind, hour);
insert into rollup_stale (target_key, hour, kind)
  select distinct target_key, start, 0 from rollup where kind = 1 and location_key > 0;
`
