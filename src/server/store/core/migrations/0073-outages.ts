/**
 * The open notifications of a monitor, and the alerts that are open for it, are found by it: an outage has one notification, which ends with
 * the last of its alerts, and is acknowledged as a whole.
 */
export const outages = `
drop index notification_open;
create unique index notification_open on notification (target_key, webhook_key, kind, location_key, project_key) where open;
create index alert_state_target on alert_state (target_key);
`
