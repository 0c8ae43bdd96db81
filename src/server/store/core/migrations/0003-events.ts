/**
 * What the live streams tell, one row for each transaction and project: `body` is a JSON array that only the servers read.
 * `tx` is the transaction that wrote it: rows become visible in the order of commits, which neither a sequence nor a clock
 * knows, so that readers ask what one snapshot shows and an earlier one did not.
 */
export const events = `
create table event (
  key bigint generated always as identity primary key, tx xid8 not null default pg_current_xact_id(),
  project_key int not null, time bigint not null, body text not null
) with (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 1000);
create index event_tx on event (tx);
create index event_time on event (time);
`
