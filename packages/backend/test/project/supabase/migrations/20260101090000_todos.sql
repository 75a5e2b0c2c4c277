create table public.todos (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid() references auth.users on delete cascade,
  title text not null check (length(title) between 1 and 200),
  is_done boolean not null default false,
  created_at timestamptz not null default now()
);

alter table public.todos enable row level security;
grant select, insert, update, delete on public.todos to authenticated;

create policy "Owners see their to-dos" on public.todos for select to authenticated using (owner = auth.uid());
create policy "Owners add to-dos" on public.todos for insert to authenticated with check (owner = auth.uid());
create policy "Owners change their to-dos" on public.todos for update to authenticated using (owner = auth.uid());
create policy "Owners delete their to-dos" on public.todos for delete to authenticated using (owner = auth.uid());

alter publication supabase_realtime add table public.todos;
