// The Supabase CLI adds this import to every new edge function.
import 'jsr:@supabase/functions-js/edge-runtime.d.ts'
import { countWords } from '../_shared/count.ts'

Deno.serve(async (request) => {
  const { title } = await request.json()
  return Response.json({ words: countWords(title), url: Deno.env.get('SUPABASE_URL') })
})
