/**
 * project_retention: days for which a project keeps results and their details, where it keeps them for a shorter time than the
 * installation. `results_since` and `bodies_since` are the due times before which the rows are gone or being deleted (sums are complete
 * before `results_since`), `*_cleared` those before which they are gone. `changed`: when the days were last changed.
 * result_notable: finds the rare results that did not pass.
 */
export const retention = `
create table project_retention (
  project_key int primary key references project (key) on delete cascade,
  result_days smallint not null, body_days smallint not null, changed bigint not null,
  results_since bigint not null default 0, bodies_since bigint not null default 0,
  results_cleared bigint not null default 0, bodies_cleared bigint not null default 0
);
create index result_notable on result (project_key, due) where category <> 0;
`
