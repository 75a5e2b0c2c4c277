import type { FastifyInstance } from 'fastify'
import { defineEndpoint } from '../http/endpoint.ts'
import { httpErrors } from '../http/http-errors.ts'
import { mountService } from '../http/service.ts'
import { runInBackground } from '../run-in-background.ts'
import type { ServiceDependencies } from '../services.ts'
import { handshakeErrors, renderRealtimeError } from './errors.ts'
import { RealtimeServer } from './realtime-server.ts'
import { rejectWebSocketUpgrade } from './refuse-upgrade.ts'

const PREFIX = '/realtime/v1'
const SOCKET_PATH = `${PREFIX}/websocket`

/**
 * Mounts the realtime service: the WebSocket endpoint, and error responses for the endpoints of Supabase Realtime that this server does not
 * support.
 */
export function registerRealtimeService(app: FastifyInstance, services: ServiceDependencies): void {
  const realtime = new RealtimeServer(services)
  app.server.on('upgrade', (request, connection, head) => {
    if (request.url?.split('?', 1)[0] === SOCKET_PATH) {
      runInBackground(realtime.upgrade(request, connection, head), (err) => {
        services.log.error(
          { event: 'fault', err },
          'An upgrade request failed because of an unexpected error; its connection is closed',
        )
        connection.destroy()
      })
      // Rejects upgrade requests for all other paths, but only when this is the sole listener: in development, Vite's own listener handles
      // them.
    } else if (app.server.listenerCount('upgrade') === 1) {
      rejectWebSocketUpgrade(connection, renderRealtimeError(httpErrors.notFound()))
    }
  })
  app.addHook('onReady', () => realtime.start())
  app.addHook('preClose', () => realtime.stop())
  mountService(app, { prefix: PREFIX, render: renderRealtimeError }, (scope) => {
    scope.get('/websocket', sayWebSocketOnly)
    // realtime-js sends broadcasts to this endpoint when it has no open socket, and when `httpSend` is called.
    scope.post('/api/broadcast', refuseBroadcast)
    scope.post('/api/broadcast/*', refuseBroadcast)
  })
}

const sayWebSocketOnly = defineEndpoint({
  access: 'public',
  handle() {
    throw handshakeErrors.notAWebSocket({ headers: { upgrade: 'websocket', connection: 'Upgrade' } })
  },
})

const refuseBroadcast = defineEndpoint({
  access: 'public',
  handle() {
    throw handshakeErrors.broadcastDisabled()
  },
})
