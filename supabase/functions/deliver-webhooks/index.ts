import { serveEdgeFunction } from '../_deno/serve.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'

serveEdgeFunction(deliverWebhooks)
