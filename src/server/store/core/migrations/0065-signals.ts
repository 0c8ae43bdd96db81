/**
 * Standing conditions are objects of kind `signal`, so that alerts, deliveries and notifications refer to them as to a monitor.
 * seen_certificate: the certificate that a monitor's server showed in its newest result; `seen`: when that was looked up, not_after null
 * where there was none.
 */
export const signals = `
create index object_watches_signals on object (project_key)
  where kind = 'webhook' and doc -> 'alerts' ?| array['EXPIRY', 'BURN', 'BUDGET', 'CHANGE'];
create unique index object_signal on object (project_key, (doc ->> 'kind'), (doc ->> 'item')) where kind = 'signal';
create table seen_certificate (
  target_key int primary key references object (key) on delete cascade, subject text not null, not_after bigint, seen bigint not null
);
`
