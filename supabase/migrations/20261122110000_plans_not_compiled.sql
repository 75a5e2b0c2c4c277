-- PostgreSQL before 18 forbids a way of reading by calling it very dear. Where nothing else is possible, as with the one row of
-- hash_keys, the plan keeps that price; and what is so dear is compiled first, where PostgreSQL was built with LLVM, as Debian's
-- is: 50 ms for every sign-up and message, more in a crowd. Nothing here takes long enough to gain from it.

alter function private.count_attempt(text, text, integer, interval) set jit = off;
alter function private.queue_welcomes(uuid[], text) set jit = off;
alter function private.public_mail_room() set jit = off;
alter function private.refuse_taken(text) set jit = off;
alter function private.sweep_attempts(integer) set jit = off;
alter function public.claim_mail(integer, integer) set jit = off;
alter function public.store_contact_message(text, text, text, text) set jit = off;
