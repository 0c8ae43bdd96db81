/**
 * alert_state.wake_at: the next moment at which an alert may have to send something without a new result: a reminder, an escalation, or
 * what quiet hours hold back.
 * alert_decision.facts: the counts of each location at that moment, and the settings that the decision rests on.
 * monitor_dependency: the alerts of a monitor are held back while one that it depends on is failing.
 * acknowledgement: who took care of a monitor's incidents, and when; taken_back when it was undone.
 */
export const alertPolicy = `
alter table alert_state add column wake_at bigint;
create index alert_state_wake on alert_state (wake_at) where wake_at is not null;
alter table alert_decision add column facts jsonb;

create table monitor_dependency (
  target_key int not null references object (key) on delete cascade, on_key int not null references object (key) on delete cascade,
  primary key (target_key, on_key)
);
create index monitor_dependency_on on monitor_dependency (on_key);

create table acknowledgement (
  key bigint generated always as identity primary key, project_key int not null references project (key) on delete cascade,
  target_key int not null references object (key) on delete cascade, time bigint not null, name text not null, note text,
  taken_back bigint
);
create index acknowledgement_target on acknowledgement (target_key, time desc);
create index acknowledgement_project on acknowledgement (project_key);
`
