import { createServer } from 'node:net'
import * as v from 'valibot'

/** The commands to which a scripted mail server can give another reply. `message` is the end of the message after DATA. */
export type SmtpStep = 'EHLO' | 'AUTH' | 'MAIL FROM' | 'RCPT TO' | 'DATA' | 'message'

/** The reply to a step, with its line breaks, or a function of the name that the client sent with EHLO. Without one, the step succeeds. */
export type SmtpScript = Partial<Record<SmtpStep, string | ((ehloName: string) => string)>>

/** An SMTP server on the loopback interface that sends exact replies. `commands` are the received command lines, without passwords. */
export type ScriptedMailServer = AsyncDisposable & { url: string; commands: string[] }

const SUCCESS: Readonly<Record<SmtpStep, string>> = {
  EHLO: '250-mail.example\r\n250-PIPELINING\r\n250-AUTH PLAIN\r\n250 ENHANCEDSTATUSCODES',
  AUTH: '235 2.7.0 Accepted',
  'MAIL FROM': '250 2.1.0 Ok',
  'RCPT TO': '250 2.1.5 Ok',
  DATA: '354 Go ahead',
  message: '250 2.0.0 Queued',
}

function isStep(text: string | undefined): text is SmtpStep {
  return text !== undefined && Object.hasOwn(SUCCESS, text)
}

/** Starts an SMTP server that replies as `script` says. Unlike `startMailServer`, it sends the text of a reply unchanged. */
export async function startScriptedMailServer(script: SmtpScript = {}): Promise<ScriptedMailServer> {
  const commands: string[] = []
  const server = createServer((socket) => {
    let pending = ''
    let ehloName = ''
    let isMessage = false
    socket.on('error', () => {}) // the client may close the connection at any time
    socket.write('220 mail.example ESMTP\r\n')
    const respond = (step: SmtpStep) => {
      const reply = script[step] ?? SUCCESS[step]
      const text = typeof reply === 'string' ? reply : reply(ehloName)
      socket.write(`${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`)
      return text
    }
    const onLine = (line: string) => {
      if (isMessage) {
        if (line !== '.') return
        isMessage = false
        return void respond('message')
      }
      commands.push(line.replace(/^(AUTH \w+).*/, '$1'))
      if (line === 'QUIT') return void socket.end('221 Bye\r\n')
      if (line === 'RSET') return void socket.write('250 Ok\r\n')
      const [, step] = /^(EHLO|AUTH|MAIL FROM|RCPT TO|DATA)\b/.exec(line) ?? []
      if (!isStep(step)) return void socket.write('502 5.5.1 Not implemented\r\n')
      if (step === 'EHLO') ehloName = line.slice('EHLO '.length)
      const text = respond(step)
      if (step === 'DATA' && text.startsWith('3')) isMessage = true
    }
    socket.on('data', (chunk) => {
      const lines = `${pending}${chunk.toString('utf8')}`.split('\r\n')
      pending = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = v.parse(v.object({ port: v.number() }), server.address())
  return {
    url: `smtp://127.0.0.1:${port}`,
    commands,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
