/** The open notifications of a monitor are found by it, since they are one for an outage, whichever alerts tell of it. */
export const outageNotices = `
drop index notification_open;
create unique index notification_open on notification (target_key, webhook_key, kind, location_key, project_key) where open;
`
