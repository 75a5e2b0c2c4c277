import { serveFunction } from '../_deno/serve.ts'
import { deliverMail } from './deliver-mail.ts'

serveFunction(deliverMail)
