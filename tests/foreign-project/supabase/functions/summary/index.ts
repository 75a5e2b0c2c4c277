import { countWords } from '../_shared/count.ts'

Deno.serve(async (request) => {
  const { title } = await request.json()
  return Response.json({ words: countWords(title), url: Deno.env.get('SUPABASE_URL') })
})
