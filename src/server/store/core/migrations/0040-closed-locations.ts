/**
 * location.closed: when the last agent of a location was revoked. Nothing is scheduled there until an agent joins. The counts of slots
 * that are deleted stay with their schedules.
 * agent.forget_asked: when it was bound to other projects; null once it has dropped what it had of the earlier ones.
 */
export const closedLocations = `
alter table location add column closed bigint;
alter table agent add column forget_asked bigint;
update location l set closed = g.revoked
  from (select location_key, max(revoked) as revoked from agent group by location_key having bool_and(revoked is not null)) g
  where g.location_key = l.key;
with gone as (
  delete from slot where location_key in (select key from location where closed is not null)
  returning schedule_key, missed, overlapped)
insert into schedule_count as c (schedule_key, missed, overlapped)
  select schedule_key, sum(missed), sum(overlapped) from gone group by schedule_key having sum(missed) + sum(overlapped) > 0
  on conflict (schedule_key) do update
    set missed = c.missed + excluded.missed, overlapped = c.overlapped + excluded.overlapped;
`
