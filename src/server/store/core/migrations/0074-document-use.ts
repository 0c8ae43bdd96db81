/**
 * document_use: the bytes of a project's documents, those of deleted monitors included, as the sum of its rows. Each statement that changes
 * documents adds a row with what it added or removed, so that writes never wait for each other; a loop replaces the rows of a project by
 * their sum. Sizes are of the documents as text: how they are compressed is not known when they are
 * written. There is no reference to the project, whose documents are removed with it.
 */
export const documentUse = `
create table document_use (project_key int not null, bytes bigint not null);
create index document_use_project on document_use (project_key);
insert into document_use (project_key, bytes)
  select project_key, sum(octet_length(doc::text)) from (
    select project_key, doc from object union all select project_key, doc from deleted_monitor) d group by 1;

create function add_document_use() returns trigger language plpgsql as $$ begin
  insert into document_use (project_key, bytes)
    select project_key, sum(octet_length(doc::text)) from added group by 1;
  return null;
end $$;
create function remove_document_use() returns trigger language plpgsql as $$ begin
  insert into document_use (project_key, bytes)
    select project_key, -sum(octet_length(doc::text)) from removed group by 1;
  return null;
end $$;
create function change_document_use() returns trigger language plpgsql as $$ begin
  insert into document_use (project_key, bytes)
    select project_key, sum(bytes) from (
      select project_key, octet_length(doc::text) as bytes from added
      union all select project_key, -octet_length(doc::text) from removed) d
    group by 1 having sum(bytes) <> 0;
  return null;
end $$;
${['object', 'deleted_monitor']
  .map(
    (table) => `
create trigger ${table}_added after insert on ${table} referencing new table as added
  for each statement execute function add_document_use();
create trigger ${table}_removed after delete on ${table} referencing old table as removed
  for each statement execute function remove_document_use();
create trigger ${table}_changed after update on ${table} referencing old table as removed new table as added
  for each statement execute function change_document_use();`,
  )
  .join('')}
`
