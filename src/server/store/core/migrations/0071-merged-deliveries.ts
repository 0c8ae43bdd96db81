/**
 * delivery.state 5: another message told its receiver; 6: its fate depends on another message (merged_into) or on an alert that still has
 * to tell the end of the same outage (waits_for).
 * told_as: the id of the alert that told the receiver of this outage first; null where no other alert has the same receiver.
 * burst: messages of one alert with the same burst may be told in one message; null where each is a message of its own.
 * why: the cause of a message that is not the first of an ordinary incident. location_key: as in alert_state.
 */
export const mergedDeliveries = `
alter table delivery add column merged_into text, add column waits_for int, add column told_as text, add column why text, add column burst text,
  add column location_key smallint not null default 0;
create index delivery_held on delivery (merged_into) where state = 6;
create index delivery_burst on delivery (webhook_key, recipient, burst, next_try) where state = 0 and burst is not null;
create index delivery_outage on delivery (webhook_key, target_key, since, key) where told_as is not null;
`
