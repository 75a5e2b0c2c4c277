import { serveFunction } from '../_deno/serve.ts'
import { sendContactEmail } from './send-contact-email.ts'

serveFunction(sendContactEmail)
