/**
 * The messages of one webhook, monitor and address are a line: the first goes, the others wait behind it with its next try. So what is
 * due is found by webhook and time without looking at what waits, however long the lines are.
 */
export const deliveryLines = `
drop index delivery_due;
create index delivery_due on delivery (webhook_key, next_try, key) where state = 0;
create index delivery_line on delivery (webhook_key, target_key, key) where state = 0;
create index delivery_claimed on delivery (webhook_key, claimed_until) where state = 0 and claimed_until is not null;
`
