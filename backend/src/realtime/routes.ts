import type { FastifyInstance } from 'fastify'
import { inBackground } from '../background.ts'
import { endpoint } from '../http/endpoint.ts'
import { httpErrors } from '../http/http-errors.ts'
import { mountService } from '../http/service.ts'
import type { Services } from '../services.ts'
import { handshakeErrors, renderRealtimeError } from './errors.ts'
import { RealtimeServer } from './realtime-server.ts'
import { refuseUpgrade } from './refuse-upgrade.ts'

const PREFIX = '/realtime/v1'
const SOCKET_PATH = `${PREFIX}/websocket`

/** Mounts the realtime service: the WebSocket endpoint, and errors for the parts of Supabase Realtime that it does not support. */
export function registerRealtime(app: FastifyInstance, services: Services): void {
  const realtime = new RealtimeServer(services)
  app.server.on('upgrade', (request, connection, head) => {
    if (request.url?.split('?', 1)[0] === SOCKET_PATH) {
      inBackground(realtime.upgrade(request, connection, head), (err) => {
        services.log.error(
          { event: 'fault', err },
          'An upgrade request failed because of an unexpected error; its connection is closed',
        )
        connection.destroy()
      })
      // In development Vite handles upgrades of other paths too.
    } else if (app.server.listenerCount('upgrade') === 1) {
      refuseUpgrade(connection, renderRealtimeError(httpErrors.notFound()))
    }
  })
  app.addHook('onReady', () => realtime.start())
  app.addHook('preClose', () => realtime.stop())
  mountService(app, { prefix: PREFIX, render: renderRealtimeError }, (scope) => {
    scope.get('/websocket', sayWebSocketOnly)
    // realtime-js sends broadcasts here when it has no socket, and with `httpSend`.
    scope.post('/api/broadcast', refuseBroadcast)
    scope.post('/api/broadcast/*', refuseBroadcast)
  })
}

const sayWebSocketOnly = endpoint({
  access: 'public',
  handle() {
    throw handshakeErrors.notAWebSocket({ headers: { upgrade: 'websocket', connection: 'Upgrade' } })
  },
})

const refuseBroadcast = endpoint({
  access: 'public',
  handle() {
    throw handshakeErrors.broadcastDisabled()
  },
})
