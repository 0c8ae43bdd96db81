/**
 * rollup.sizes: sum, least, most and a sketch of response sizes; null without a response, or if they are not summed up.
 * rollup_stale.kind −1: an hour without sizes. All older hours are marked so, until they are summed up again from their results.
 */
export const sizes = `
alter table rollup add column sizes bytea;
insert into rollup_stale (target_key, hour, kind)
  select distinct target_key, start, -1 from rollup where kind = 1 and location_key > 0 and answered > 0;
`
