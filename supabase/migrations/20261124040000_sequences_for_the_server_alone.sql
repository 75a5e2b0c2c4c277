-- Supabase gives every role all rights on the sequences of schema public. A visitor could read from one how many rows a table had, and
-- set it back so that the next insert fails. Nobody but the server draws numbers from them: identity columns need no right of the caller.

revoke all on all sequences in schema public from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
