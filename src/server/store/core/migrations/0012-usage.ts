/**
 * How many runs a project had in each hour, so that its use of a month is read without summing up its monitors. `part`: servers and
 * connections that store results of the same hour write rows of their own, and do not wait for each other.
 */
export const usage = `
create table usage (
  project_key int not null, start bigint not null, part smallint not null, runs int not null, primary key (project_key, start, part)
) with (fillfactor = 70);
insert into usage select project_key, start, 0, sum(pass + slow + warning + fail) from rollup
  where kind = 1 and location_key > 0 group by project_key, start;
`
