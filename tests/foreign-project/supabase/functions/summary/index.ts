// The Supabase CLI writes this import into every new function.
import 'jsr:@supabase/functions-js/edge-runtime.d.ts'
import { countWords } from '../_shared/count.ts'

Deno.serve(async (request) => {
  const { title } = await request.json()
  return Response.json({ words: countWords(title), url: Deno.env.get('SUPABASE_URL') })
})
