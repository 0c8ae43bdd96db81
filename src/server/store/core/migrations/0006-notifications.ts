/**
 * What alerts decided, and what people are told of in the app.
 *
 * A decision has the days of the evidence that it is read beside, so both are forgotten at the same time. There are no foreign keys
 * on purpose: their checks would lock the rows of webhooks while results are stored, and what outlives its webhook is not found any
 * more, until its day is dropped.
 */
export const notifications = `
create table alert_decision (
  target_key int not null, due bigint not null, location_key smallint not null, source int not null, attempt smallint not null,
  webhook_key int not null, late boolean not null, time bigint not null, outcome smallint not null, event smallint not null,
  state_before smallint not null, state_after smallint not null, guard text, category smallint,
  counted_before int not null, counted int not null, needed int not null, snoozed_until bigint,
  primary key (target_key, due, location_key, source, attempt, webhook_key, late)
) partition by range (due);
create index alert_decision_webhook on alert_decision (webhook_key, time desc);
do $$
declare day record;
begin
  for day in
    select replace(c.relname, 'result_detail_', '') as name, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'result_detail'::regclass
  loop
    execute format('create table alert_decision_%s partition of alert_decision %s', day.name, day.bounds);
  end loop;
end $$;

-- open: further news of the same kind about the same monitor and webhook belong to this one, so that a row of failures is one line.
create table notification (
  key bigint generated always as identity primary key, project_key int not null, time bigint not null, last bigint not null,
  times int not null default 1, kind smallint not null, target_key int not null default 0, webhook_key int not null default 0,
  result_id text, category smallint, title text not null, text text not null, open boolean not null default false
);
create index notification_project on notification (project_key, key desc);
create index notification_target on notification (target_key, key desc);
create unique index notification_open on notification (webhook_key, target_key, kind) where open;

-- Who has read what: all up to a mark, but for what stands in notification_read. reader: an account, or an API key.
create table notification_mark (
  reader text not null, project_key int not null, read_to bigint not null, primary key (reader, project_key)
);
create table notification_read (
  reader text not null, project_key int not null, key bigint not null, read boolean not null, primary key (reader, project_key, key)
);

-- told: people were told in the app that it was given up.
alter table delivery add column told boolean not null default false;
create index delivery_given_up on delivery (key) where state = 2 and not told;
`
