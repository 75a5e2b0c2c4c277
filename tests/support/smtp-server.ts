import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { brand } from './brand.ts'

/**
 * The behaviour of the test mail server. `takes` accepts mails; `dies` closes the connection after a complete mail without a reply;
 * `hangs` never replies; `slow` replies after two seconds; a number rejects the message, or every recipient except the team (to whom the
 * server's check of the mail server is addressed), with that SMTP reply code.
 */
export type MailServerBehaviour = 'takes' | 'slow' | 'dies' | 'hangs' | { recipient: number } | { message: number }

/** A mail that the test mail server received: its envelope, the parsed message and the source. */
export type CapturedMail = { from: string; to: string[]; mail: Email; source: string }

/** A test SMTP server on the loopback interface. */
export type MailServer = AsyncDisposable & {
  url: string
  /** All completely received and not rejected mails in order, including mails for which the client got no reply. */
  taken: CapturedMail[]
  mood: MailServerBehaviour
  /** The number of MAIL FROM commands received. */
  attempts: number
  /** Waits until the server has received `count` mails. Throws when they do not arrive `within` the given number of milliseconds. */
  arrived(count: number, within?: number): Promise<CapturedMail[]>
}

/** Starts an SMTP server without TLS and authentication on a port (0 selects a free one). */
export async function startMailServer(mood: MailServerBehaviour = 'takes', port = 0): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const self = { taken: [] as CapturedMail[], mood, attempts: 0 }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideENHANCEDSTATUSCODES: false,
    onMailFrom(_address, _session, answer) {
      self.attempts += 1
      answer()
    },
    onRcptTo(address, _session, answer) {
      const code = typeof self.mood === 'object' && 'recipient' in self.mood ? self.mood.recipient : null
      // The rejection contains the recipient's email address, as on many mail servers. Tests check that the address does not reach the
      // log.
      const isRefused = code !== null && address.address !== brand.mailboxes.team
      answer(isRefused ? refusal(code, `<${address.address}> is not welcome`) : null)
    },
    async onData(stream, session, answer) {
      const chunks: Buffer[] | null = await stream.toArray().catch(() => null)
      if (chunks === null) return // the client has closed the connection, so there is nobody to answer
      const source = Buffer.concat(chunks).toString('utf8')
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
  server.on('error', () => {}) // expected: errors of sockets that this server destroyed itself
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
