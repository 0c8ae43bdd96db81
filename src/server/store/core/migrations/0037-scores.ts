/**
 * score_report: a monitor's report about a week (kind 3) or month (kind 4), as in `rollup`. doc: its figures, with locations by key;
 * score is null without enough data, for the
 * reason `missing`, a sentence. Reports of a deleted monitor stay, because it can be restored.
 *
 * score_due: reports to compute, and score_period: weeks and months whose reports have been queued. Both make sure that each report is
 * computed once, however many servers there are, and when they were away.
 */
export const scores = `
create table score_report (
  target_key int not null, kind smallint not null, start bigint not null, project_key int not null, formula smallint not null,
  score double precision, missing text, count int not null, computed bigint not null, doc jsonb not null, primary key (target_key, kind, start)
);
create index score_report_project on score_report (project_key, kind, start);
create table score_due (
  kind smallint not null, start bigint not null, target_key int not null, primary key (kind, start, target_key)
);
create table score_period (kind smallint not null, start bigint not null, primary key (kind, start));
`
