-- Columns of many types, and functions of every kind that the data API calls or refuses.
create table public.things (
  id int generated always as identity primary key, name text, tags text[], data jsonb, span int4range, done boolean, words tsvector
);
insert into public.things (name, tags, data, span, done, words) values
  ('one', '{red,blue}', '{"size": {"w": 3}, "list": [10, 20]}', '[1,5)', true, to_tsvector('english', 'wedding photos')),
  ('two', '{green}', '{"size": {"w": 7}, "list": []}', '[5,9)', false, to_tsvector('english', 'holiday')),
  ('three', null, null, null, null, null);
create function public.add(a int, b int default 10) returns int language sql as 'select a + b';
create function public.same(a int) returns int language sql as 'select 1';
create function public.same(a text) returns int language sql as 'select 2';
create function public.names() returns setof text language sql as 'select name from things order by id';
create function public.all_things() returns setof things language sql as 'select * from things order by id';
create function public.first_thing() returns things language sql as 'select * from things order by id limit 1';
create function public.pairs(n int) returns table (a int, b text) language sql as 'select g, ''b'' || g from generate_series(1, n) g';
create function public.outs(out a int, out b text) language sql as $$ select 1, 'x' $$;
create function public.echo(j jsonb) returns jsonb language sql as 'select j';
create function public.teapot() returns void language plpgsql as $$ begin raise sqlstate 'PT418' using message = 'Short and stout', detail = 'd', hint = 'h'; end $$;
create function public.fault() returns void language plpgsql as $$ begin raise sqlstate 'XX000' using message = 'the inside'; end $$;
grant all on public.things to service_role;
create table public.photos (id int primary key, title text);
insert into public.photos values (1, 'Rings');
grant select on public.photos to service_role, anon;
create function public.loud_title(p photos) returns text stable language sql as 'select upper(p.title)';
create function public.unnamed(json) returns json language sql as 'select $1';
create function public.request_headers() returns json stable language sql as $$ select current_setting('request.headers')::json $$;
