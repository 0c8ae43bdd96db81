/**
 * notification.about: what a limit is of, as `monitors`. notification.mail: 0 if nobody is mailed about it, 1 until the mail is written, 2 after that.
 * mail_group_ended: people who no longer want a group of mail that everyone concerned gets at first.
 * token_notice: the expiry that people were told of. quota_notice: the highest step of a limit that they were told of.
 */
export const mailKinds = `
alter table notification add column about text, add column mail smallint not null default 0;
create index notification_mail on notification (key) where mail = 1;
create table mail_group_ended (
  account_id text not null references account on delete cascade, kind text not null, time bigint not null,
  primary key (account_id, kind)
);
create table token_notice (token_key int primary key references object (key) on delete cascade, expires bigint not null);
create table quota_notice (
  project_key int not null references project (key) on delete cascade, about text not null, step smallint not null,
  primary key (project_key, about)
);
`
