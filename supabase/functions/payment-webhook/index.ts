import { serveWebhook } from '../_deno/serve.ts'
import { paymentWebhook } from './payment-webhook.ts'

serveWebhook(paymentWebhook)
