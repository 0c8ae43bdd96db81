/**
 * incident: `state` and `impact` as coded in `incident-codes.ts`. `begun`: when the outage began. `by_rule`: an alert opened it; `opened_by`:
 * that alert's id, or the account or API key. `published`: when it became public; null: nobody outside sees it. `merged_into`: its
 * monitors and updates moved there, and its address leads there.
 * incident_monitor: affected monitors and workflows, `until` their recovery. The row outlives the monitor, so the name is kept. `public_name`:
 * shown to the public; null: the monitor is not shown.
 * alert_decision_turn: the decisions that a timeline shows; the others repeat the one before.
 * incident_update: `author` is null for what a rule did.
 * None of the keys of monitors and alerts is a foreign key: alerts are judged under locks of monitors, and a foreign key would lock the
 * objects, too, in the other order.
 */
export const incidents = `
create table incident (
  key int generated always as identity primary key, id text not null unique,
  project_key int not null references project (key) on delete cascade,
  title text not null, title_by_rule boolean not null default false, state smallint not null default 0, impact smallint not null, cause text not null default '',
  cause_public boolean not null default false, begun bigint not null, ended bigint, by_rule boolean not null, opened_by text not null,
  published bigint, merged_into int references incident (key) on delete cascade, created bigint not null, last_update bigint not null
);
create index incident_list on incident (project_key, begun desc, key desc) where merged_into is null;
create index incident_running on incident (project_key) where ended is null and merged_into is null;
create index incident_public on incident (project_key, begun desc) where published is not null and merged_into is null;
create index incident_merged on incident (merged_into) where merged_into is not null;

create table incident_monitor (
  incident_key int not null references incident (key) on delete cascade, target_key int not null, target_id text not null,
  name text not null, public_name text, since bigint not null, until bigint, primary key (incident_key, target_key)
);
create index incident_monitor_target on incident_monitor (target_key);

create table incident_update (
  key int generated always as identity primary key, id text not null unique,
  incident_key int not null references incident (key) on delete cascade, time bigint not null, state smallint not null,
  text text not null, author text, is_public boolean not null
);
create index incident_update_incident on incident_update (incident_key, time desc, key desc);

create index alert_decision_turn on alert_decision (target_key, time desc) where state_before <> state_after or late;
`
