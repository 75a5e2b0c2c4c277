import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * How a mail server behaves. `dies` takes a whole mail and hangs up before saying so; `hangs` takes it and says nothing;
 * `slow` says so after two seconds; a number refuses with that reply, to the recipient or to the message.
 */
export type Mood = 'takes' | 'slow' | 'dies' | 'hangs' | { recipient: number } | { message: number }

/** A mail as the server got it: the envelope and the parsed message. */
export type TakenMail = { from: string; to: string[]; mail: Email; source: string }

/** A real SMTP server on loopback. */
export type MailServer = AsyncDisposable & {
  url: string
  /** Every mail that arrived whole, in order, whether or not the client heard that it did. */
  taken: TakenMail[]
  mood: Mood
  /** How often a client asked to send something. */
  attempts: number
  /** Waits until that many mails arrived; throws when they don't. */
  arrived(count: number, within?: number): Promise<TakenMail[]>
}

/** Starts a server on a port, a free one unless told, in the given mood. It speaks no TLS and asks for no password. */
export async function startMailServer(mood: Mood = 'takes', port = 0): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const self = { taken: [] as TakenMail[], mood, attempts: 0 }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideENHANCEDSTATUSCODES: false,
    onMailFrom(_address, _session, answer) {
      self.attempts += 1
      answer()
    },
    onRcptTo(address, _session, answer) {
      const refused = typeof self.mood === 'object' && 'recipient' in self.mood ? self.mood.recipient : null
      // Servers like to repeat the address; none of that may reach a log.
      answer(refused === null ? null : refusal(refused, `<${address.address}> is not welcome`))
    },
    async onData(stream, session, answer) {
      const source = Buffer.concat(await stream.toArray()).toString('utf8')
      if (typeof self.mood === 'object' && 'message' in self.mood) return answer(refusal(self.mood.message, 'No'))
      self.taken.push({
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        to: session.envelope.rcptTo.map(({ address }) => address),
        mail: await PostalMime.parse(source),
        source,
      })
      if (self.mood === 'dies') for (const socket of sockets) socket.destroy()
      if (self.mood === 'slow') await pause(2_000)
      if (self.mood === 'takes' || self.mood === 'slow') answer()
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('error', () => {}) // sockets that we cut ourselves
  const listening = server.listen(port, '127.0.0.1')
  await new Promise((resolve) => listening.once('listening', resolve))
  const address = listening.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')

  return Object.assign(self, {
    url: `smtp://127.0.0.1:${address.port}`,
    async arrived(count: number, within = 15_000) {
      const deadline = Date.now() + within
      while (self.taken.length < count) {
        if (Date.now() > deadline) throw new Error(`${self.taken.length} mails arrived in ${within} ms, not ${count}.`)
        await pause(50)
      }
      return self.taken
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
