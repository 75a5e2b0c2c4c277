import { serveIncomingWebhook } from '../_deno/serve.ts'
import { paymentWebhook } from './payment-webhook.ts'

serveIncomingWebhook(paymentWebhook)
