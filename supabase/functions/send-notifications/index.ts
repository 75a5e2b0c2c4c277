import { serveEdgeFunction } from '../_deno/serve.ts'
import { sendNotifications } from './send-notifications.ts'

serveEdgeFunction(sendNotifications)
