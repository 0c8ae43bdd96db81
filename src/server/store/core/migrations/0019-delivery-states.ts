/**
 * A delivery whose mail is kept for want of a mail server has a state of its own (3), and so has a repeat whose incident ended before it
 * was sent (4). A kept mail knows its delivery, so that both are settled when it is sent from the outbox later.
 *
 * Earlier, deliveries of kept mail were stored as delivered. The mail has no reference to them, but was kept during their last attempt,
 * for the same recipient.
 */
export const deliveryStates = `
alter table mail add column delivery_message_id text;

update mail set delivery_message_id = d.message_id from delivery d
where mail.state = 3 and mail.kind in ('alert', 'recovery') and d.kind = mail.kind and d.state = 1
  and lower(d.recipient) = mail.recipient and mail.created between d.last_try and d.last_try + 10000;
update delivery set state = 3 from mail
where delivery.state = 1 and mail.state = 3 and mail.kind in ('alert', 'recovery') and mail.kind = delivery.kind
  and mail.recipient = lower(delivery.recipient) and mail.created between delivery.last_try and delivery.last_try + 10000;
`
