// The opposite of a load generator: a raw TCP server that does not parse requests and always sends the same bytes. The rate of a generator
// with this server is the generator's own limit. `node bench/load/constant-responder.ts <bytes of a response> <bytes of a request>`; with 0
// bytes of a request, it answers every piece of data that arrives.
import { type AddressInfo, createServer } from 'node:net'

const [responseBytes = 0, requestBytes = 0] = process.argv.slice(2).map(Number)
// The token refresh of the load generator reads the next token from each response.
const body = '{"refresh_token":"constant"}'
const head = (length: number) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
const size = Math.max(body.length, responseBytes - head(responseBytes).length)
const response = Buffer.from(head(size) + body.padEnd(size))
const batches: Buffer[] = []

const server = createServer({ noDelay: true }, (socket) => {
  let waiting = 0
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes) => {
    waiting += requestBytes === 0 ? 1 : bytes.length / requestBytes
    const count = Math.floor(waiting + 1e-9)
    waiting -= count
    if (count === 0) return
    const batch = batches[count] ?? Buffer.concat(Array(count).fill(response))
    batches[count] = batch
    socket.write(batch)
  })
}).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
