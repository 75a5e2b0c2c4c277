import { serveEdgeFunction } from '../_deno/serve.ts'
import { sendContactEmail } from './send-contact-email.ts'

serveEdgeFunction(sendContactEmail)
