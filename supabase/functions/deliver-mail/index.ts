import { serveEdgeFunction } from '../_deno/serve.ts'
import { deliverMail } from './deliver-mail.ts'

serveEdgeFunction(deliverMail)
