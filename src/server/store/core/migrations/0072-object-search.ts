/**
 * object.search: the texts that a search finds, in small letters and one a line: the name, the name as a typed line spells it, and of a
 * monitor its address and tags. Kept in the row beside the document, so that a search of 50 000 rows reads none of their documents, which
 * are stored compressed and elsewhere. A trigram index would need an extension that a named PostgreSQL may not have.
 */
export const objectSearch = `
create function search_lines(name text, doc jsonb) returns text language sql immutable parallel safe as $$
  select name || E'\\n' || regexp_replace(name collate "und-x-icu", '[^[:alnum:]]+', '-', 'g')
    || coalesce(E'\\n' || (doc #>> '{request,url}'), '')
    || coalesce(E'\\n' || (select string_agg(tag, E'\\n') from jsonb_array_elements_text(
      case jsonb_typeof(doc #> '{meta,tags}') when 'array' then doc #> '{meta,tags}' else '[]' end) as tag), '')
$$;
alter table object add column search text not null generated always as (
  lower(search_lines(name, case kind when 'monitor' then doc else '{}' end) collate "und-x-icu")) stored;
`
