/**
 * Deliveries of more kinds than a request: each address of a mail is a delivery of its own. `result_id` is what it is about;
 * `in_a_row` and `since` (milliseconds) are what the alert knew when it was queued. One queued before today knows none of them.
 */
export const webhookTypes = `
alter table delivery add column recipient text, add column result_id text, add column in_a_row int, add column since bigint;
create index delivery_result on delivery (webhook_key, result_id);
create index delivery_created on delivery using brin (created);
`
